import { useAddress } from '../../address.ts'
import { runPath, useAnswer } from '../../api/client.ts'
import { RunPick } from '../../parts/run-pick.tsx'
import { Loaded } from '../../parts/states.tsx'
import './cases.css'
import { CaseList } from './case-list.tsx'

/** The cases of a track of a run. */
export function Cases() {
  return (
    <div className="page full cases-page">
      <RunPick>{(run) => <CasesOfRun run={run} />}</RunPick>
    </div>
  )
}

function CasesOfRun({ run }: { readonly run: string }) {
  const [{ track }] = useAddress()
  const detail = useAnswer(runPath(run, 'detail'))
  return (
    <Loaded answer={detail} height={400}>
      {({ tracks }) => {
        const chosen = tracks.find(({ id }) => id === track) ?? tracks[0]
        return chosen === undefined ? (
          <p className="dim">This run has no track.</p>
        ) : (
          <CasesOfTrack run={run} track={chosen.id} tracks={tracks.map(({ id }) => id)} />
        )
      }}
    </Loaded>
  )
}

function CasesOfTrack({
  run,
  track,
  tracks,
}: {
  readonly run: string
  readonly track: string
  readonly tracks: readonly string[]
}) {
  const table = useAnswer(runPath(run, 'cases'), { track })
  return (
    <Loaded answer={table} height={400}>
      {(found) => <CaseList table={found} tracks={tracks} />}
    </Loaded>
  )
}
