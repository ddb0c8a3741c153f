import type { SettingsView } from '../../../../src/server/api-types.ts'
import { useAnswer } from '../../api/client.ts'
import { Loaded } from '../../parts/states.tsx'
import { HostileText } from '../../parts/text.tsx'

/** What this workbench has: data with its licences, providers with their keys' presence, prices. */
export function Settings() {
  return (
    <div className="page">
      <Loaded answer={useAnswer('/settings')} height={480}>
        {(settings) => <SettingsPage settings={settings} />}
      </Loaded>
    </div>
  )
}

function SettingsPage({ settings }: { readonly settings: SettingsView }) {
  const { datasets, providers, prices, benchmarks, version, node } = settings
  return (
    <>
      <div className="row">
        <h1 className="grow">Settings</h1>
        <span className="dim">
          Rapport {version} on Node {node}
        </span>
      </div>
      <section className="panel">
        <header>
          <h2>Data</h2>
        </header>
        <div className="body table-wrap">
          <table className="grid">
            <thead>
              <tr>
                <th scope="col">Name</th>
                <th scope="col">Here</th>
                <th scope="col">Licence</th>
                <th scope="col">To name</th>
                <th scope="col">Source</th>
              </tr>
            </thead>
            <tbody>
              {datasets.map((dataset) => (
                <tr key={`${dataset.name} ${dataset.title}`}>
                  <th scope="row" className="name">
                    <code>{dataset.name}</code>
                    <div className="dim small" style={{ fontWeight: 400 }}>
                      {dataset.title}
                    </div>
                  </th>
                  <td>
                    {dataset.present ? (
                      <span className="badge good">
                        ✓ here{dataset.revision === null ? '' : ` · ${dataset.revision.slice(0, 10)}`}
                      </span>
                    ) : (
                      <code className="small">rapport data pull {dataset.name}</code>
                    )}
                  </td>
                  <td>{dataset.licence}</td>
                  <td style={{ maxWidth: 360 }}>{dataset.attribution}</td>
                  <td style={{ maxWidth: 260, overflowWrap: 'anywhere' }} className="dim small">
                    {dataset.source}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </section>
      <section className="panel">
        <header>
          <h2>Models</h2>
          <span className="dim small">keys come from the environment, are never stored and never shown</span>
        </header>
        <div className="body table-wrap">
          <table className="grid">
            <thead>
              <tr>
                <th scope="col">Provider</th>
                <th scope="col">Key</th>
                <th scope="col">State</th>
              </tr>
            </thead>
            <tbody>
              {providers.map(({ provider, variable, present }) => (
                <tr key={provider}>
                  <th scope="row" className="name">
                    {provider}
                  </th>
                  <td>
                    {variable === null ? (
                      <span className="dim">none is needed</span>
                    ) : (
                      <code>{variable}</code>
                    )}
                  </td>
                  <td>
                    {variable === null || present ? (
                      <span className="badge good">✓ ready</span>
                    ) : (
                      <span className="badge">not set</span>
                    )}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </section>
      <section className="panel">
        <header>
          <h2>Prices</h2>
          <span className="dim small">
            {prices.list}
            {prices.date === null ? '' : `, as of ${prices.date}`}; US dollars for a million tokens
          </span>
        </header>
        <div className="body table-wrap" style={{ maxHeight: 360 }}>
          <table className="grid">
            <thead>
              <tr>
                <th scope="col">Model</th>
                <th scope="col" className="num">
                  In
                </th>
                <th scope="col" className="num">
                  Out
                </th>
              </tr>
            </thead>
            <tbody>
              {prices.models.map(({ model, input, output }) => (
                <tr key={model}>
                  <td>{model}</td>
                  <td className="num">{input}</td>
                  <td className="num">{output}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </section>
      <section className="panel">
        <header>
          <h2>Benchmarks</h2>
        </header>
        <dl className="facts body">
          {benchmarks.map(({ id, title, citation, tracks }) => (
            <div key={id} style={{ display: 'contents' }}>
              <dt>{title}</dt>
              <dd>
                <HostileText text={citation} />
                <div className="dim small">{tracks.map((track) => track.id).join(', ')}</div>
              </dd>
            </div>
          ))}
        </dl>
      </section>
    </>
  )
}
