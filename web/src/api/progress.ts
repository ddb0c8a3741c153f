import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Progress } from '../../../src/server/api-types.ts'
import { runPath, transport, useAnswer } from './client.ts'
import { requestKey } from './transport.ts'
import { whileSeen } from './while-seen.ts'

/** How a run is getting on, followed live while somebody works on it. */
export function useProgress(run: string) {
  const client = useQueryClient()
  const path = runPath(run, 'progress')
  const answer = useAnswer(path)
  const isWatched = answer.data?.worker != null
  useEffect(() => {
    if (!isWatched) return
    const ask = (): void => void client.invalidateQueries({ queryKey: [requestKey(path, {})] })
    return whileSeen(() => {
      const stream = transport.stream(runPath(run, 'live'))
      stream?.addEventListener('progress', (event: MessageEvent<string>) => {
        const progress: Progress = JSON.parse(event.data)
        client.setQueryData([requestKey(path, {})], progress)
      })
      stream?.addEventListener('end', () => {
        stream.close()
        ask()
      })
      return stream
    }, ask)
  }, [client, isWatched, path, run])
  return answer
}
