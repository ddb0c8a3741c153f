import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process'

/** How a program is started: an executable and its arguments, never a shell line. */
export interface ProgramCommand {
  readonly file: string
  readonly args: readonly string[]
  readonly cwd: string
  readonly env: Readonly<Record<string, string | undefined>>
}

/** Process groups under way, so that none outlives this process. */
const groups = new Set<number>()

/** Starts a program without a shell, in a process group of its own, so that helpers it started end with it. */
export function startProgram(command: ProgramCommand): ChildProcessWithoutNullStreams {
  const child = spawn(command.file, command.args, {
    cwd: command.cwd,
    env: command.env,
    shell: false,
    detached: true,
    windowsHide: true,
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  if (child.pid !== undefined) groups.add(child.pid)
  return child
}

/** For a program that has ended with all it started. */
export function forgetGroup(pid: number): void {
  groups.delete(pid)
}

/** Kills every program under way with all it started; for the end of the process, whatever ends it. */
export function endPrograms(): void {
  for (const pid of groups) killGroup(pid)
}

/** Kills a program with all it started. A group that is gone already is no error. */
export function killGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    groups.delete(pid)
  }
}

/** Bytes of standard error kept for the message of a failure. */
export const STDERR_KEPT = 4096

/**
 * The last line that names an error, else the last line, of what a program complained about, after `: `; Node ends
 * with its version instead. Empty for no complaint. Without control characters: it is hostile text.
 */
export function complaint(text: string): string {
  const lines = text
    .replaceAll(/\p{Cc}+/gu, (run) => (run.includes('\n') ? '\n' : ' '))
    .split('\n')
    .filter((line) => line.trim() !== '')
  const last = lines.findLast((line) => /^\s*[\w.]*(?:Error|Exception)\b.*: /.test(line)) ?? lines.at(-1)
  return last === undefined ? '' : `: ${last.trim().slice(0, 200)}`
}
