// `npm start`: the main job on the embedded sample, from a fresh clone: sets up, builds, runs every system
// that needs no key on every track of the sample, and prints the leaderboard.
import { join, relative } from 'node:path'
import process from 'node:process'
import { duration, root, run, setUp } from './project.mjs'

const started = Date.now()

try {
  await setUp()
  const { build } = await import('./build.mjs')
  if (await build()) console.log('Built dist/.')
  const home = process.env.RAPPORT_HOME ?? join(root, '.rapport')
  console.log('Running every system that needs no key on the sample: rapport run alpsbench --data sample\n')
  const code = await run(
    process.execPath,
    [
      join(root, 'dist', 'cli', 'main.js'),
      'run',
      'alpsbench',
      '--data',
      'sample',
      '--system',
      '*',
      '--overview',
    ],
    { env: { ...process.env, RAPPORT_HOME: home } },
  )
  if (code !== 0) process.exit(code)
  console.log(`
Done in ${duration(Date.now() - started)}. The run is stored in ${relative(process.cwd(), home) || home}.

What to do next
  npx rapport report                                     every system of every track; --all-metrics for every metric
  npx rapport serve --open                               the same in the browser: leaderboard, cases, comparisons
  npx rapport compare latest --baselines                 which systems differ, by how much, and how sure
  npx rapport audit sample                               what could make figures on this data wrong
  npx rapport list systems                               systems, oracles and baselines there are
  npx rapport score mine.jsonl --track alpsbench/extraction --data sample
                                                         your own predictions against the same floor and ceiling
  npx rapport run alpsbench/extraction --data sample --system "program:node mine.mjs"
                                                         your own program, one JSON row in, one out
  npx rapport data pull alpsbench-packets                AlpsBench's own sessions with the outputs of seven models
README.md has mine.jsonl and mine.mjs, and says what the figures mean; docs/README.md lists a page per task.`)
} catch (error) {
  console.error(`npm start: ${error.message}`)
  process.exitCode = 1
}
