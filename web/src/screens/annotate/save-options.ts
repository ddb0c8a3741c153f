import { annotateApi, newId } from '../../api/annotate.ts'
import { SaveQueue, unsavedItems, type SaveQueueOptions } from './save-queue.ts'

/** How work goes from this browser to the server. */
export function saveOptions(project: string): Omit<SaveQueueOptions, 'onState'> {
  return {
    send: (save) => annotateApi.save(project, save),
    storage: window.localStorage,
    newId,
    setTimer: (work, milliseconds) => window.setTimeout(work, milliseconds),
    clearTimer: (timer) => window.clearTimeout(Number(timer)),
  }
}

/** Hands over what earlier visits left on items that are not open now: a browser may have crashed. */
export function sendLeftovers(project: string, annotator: string, open: string | undefined): void {
  for (const item of unsavedItems(Object.keys(window.localStorage), project, annotator)) {
    if (item === open) continue
    new SaveQueue({ project, item, annotator }, null, {
      ...saveOptions(project),
      onState: () => {},
    }).sendUnsaved()
  }
}
