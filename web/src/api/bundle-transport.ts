import { ApiError, requestKey, type Transport } from './transport.ts'

/** What `rapport publish` writes into the page: where the answer to each question lies. */
export interface PublishedIndex {
  /** File by key of the question, from the page. */
  readonly files: Readonly<Record<string, string>>
}

/** Answers by key, handed in by the files of a bundle as they load. */
const answers = new Map<string, unknown>()

declare global {
  interface Window {
    /** Set by the bundle's index file; absent on a server. */
    rapportIndex?: PublishedIndex
    /** Called by every data file with the questions that it answers. */
    rapportAnswers?: (found: Readonly<Record<string, unknown>>) => void
  }
}

function load(file: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script')
    script.src = file
    script.addEventListener('load', () => resolve())
    script.addEventListener('error', () =>
      reject(
        new ApiError(0, {
          error: `the file ${file} of this bundle is missing`,
          fix: 'copy the whole folder',
        }),
      ),
    )
    document.head.append(script)
  })
}

/** A published bundle: files beside the page, which also open without a server. */
export function bundleTransport(index: PublishedIndex): Transport {
  window.rapportAnswers = (found) => {
    for (const [key, value] of Object.entries(found)) answers.set(key, value)
  }
  const refused = new ApiError(403, {
    error: 'this is a published copy: nothing can be changed',
    fix: null,
  })
  return {
    kind: 'bundle',
    async get(path, params) {
      const key = requestKey(path, params)
      const file = Object.hasOwn(index.files, key) ? index.files[key] : undefined
      if (file === undefined)
        throw new ApiError(404, {
          error: 'this is not in the published copy',
          fix: 'ask whoever published it',
        })
      if (!answers.has(key)) await load(file)
      return answers.get(key)
    },
    send: () => Promise.reject(refused),
    file: () => null,
    stream: () => null,
  }
}
