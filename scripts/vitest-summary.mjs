// A vitest reporter that leaves counts and skipped tests in a file, for scripts/test.mjs.
import { writeFileSync } from 'node:fs'

export default class Summary {
  /** @param {{ file: string }} options */
  constructor({ file }) {
    this.file = file
  }

  onTestRunEnd(modules, unhandledErrors) {
    const summary = { passed: 0, failed: unhandledErrors.length, skipped: [] }
    for (const testModule of modules) {
      // A file that could not be loaded has no tests to count.
      if (testModule.errors().length > 0) summary.failed += 1
      for (const test of testModule.children.allTests()) {
        const result = test.result()
        if (result.state === 'passed') summary.passed += 1
        else if (result.state === 'failed') summary.failed += 1
        else {
          // The reason is a note, or stands in the name of the test or of the suite around it.
          summary.skipped.push({
            name: `${testModule.relativeModuleId} > ${test.fullName}`,
            reason: result.note ?? test.fullName,
          })
        }
      }
    }
    writeFileSync(this.file, JSON.stringify(summary))
  }
}
