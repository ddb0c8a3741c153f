import { alpsbench } from '../benchmarks/alpsbench/benchmark.ts'
import { cupid } from '../benchmarks/cupid/benchmark.ts'
import { overuse } from '../benchmarks/overuse/benchmark.ts'
import type { Benchmark, Track } from '../core/track.ts'

/** Every benchmark of Rapport. */
export const benchmarks: readonly Benchmark[] = [alpsbench, cupid, overuse]

/** Every track, in the order of the benchmarks. */
export const tracks: readonly Track[] = benchmarks.flatMap((benchmark) => benchmark.tracks)

export function findTrack(id: string): Track | undefined {
  return tracks.find((track) => track.id === id)
}

export function benchmarkOf(track: Track): Benchmark | undefined {
  return benchmarks.find((benchmark) => benchmark.id === track.benchmark)
}
