import { AsyncLocalStorage } from 'node:async_hooks'
import type { CallSubject } from '../core/model.ts'

const atWork = new AsyncLocalStorage<CallSubject>()

/** Carries out work for one answer: every call that it makes, however deep, is put down to that answer. */
export function callingFor<T>(subject: CallSubject, work: () => Promise<T>): Promise<T> {
  return atWork.run(subject, work)
}

/** What is being worked for; undefined outside, as for a judge's probes. */
export function subjectAtWork(): CallSubject | undefined {
  return atWork.getStore()
}
