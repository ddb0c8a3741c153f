// Finds where a module touches the process, the real clock or unseeded randomness, by its syntax tree.
import ts from 'typescript'

/** What of `process` tells nothing of the outside and may be used anywhere. */
const harmless = new Set([
  'platform',
  'arch',
  'version',
  'versions',
  'nextTick',
  'emitWarning',
  'memoryUsage',
])

/** Modules that may do more, with the reason. */
const exceptions = {
  // Ends the process groups of programs that Rapport started itself.
  'src/io/process-group.ts': ['process.kill'],
  // Programs that tests start with the Node they run on.
  'src/memory/protocol/fixtures/scripted-program.ts': ['process.execPath'],
  // A process of its own, started by the store's tests, which kill it.
  'src/store/sqlite/child-writer.ts': ['process.argv', 'process.stdout', 'process.exit'],
  // Names of temporary files, which must not clash and appear in no result.
  'src/io/atomic-file.ts': ['randomBytes'],
  'src/io/parquet.ts': ['randomBytes'],
}

const randomCalls = new Set([
  'randomUUID',
  'randomBytes',
  'randomInt',
  'getRandomValues',
  'randomFillSync',
  'randomFill',
])

/**
 * @param {string} file path from the project's folder, with forward slashes
 * @returns {{ line: number, what: string, rule: string }[]}
 */
export function outsideWorldUses(file, source) {
  const isTest = file.endsWith('.test.ts')
  const isOuter = /^src\/(cli|server)\//.test(file)
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true)
  const found = []
  const report = (node, what, rule) => {
    if (exceptions[file]?.includes(what)) return
    found.push({ line: tree.getLineAndCharacterOfPosition(node.getStart(tree)).line + 1, what, rule })
  }
  const process = 'only cli/ and server/ touch the process'
  const clock = 'only cli/ and server/ read the real clock; take a Clock'
  const random = 'randomness takes a seed'

  const visit = (node) => {
    ts.forEachChild(node, visit)
    if (isMember(node, 'Math', 'random')) report(node, 'Math.random', `${random}, everywhere`)
    if (isTest || isOuter) return
    if (isMember(node, 'Date', 'now')) report(node, 'Date.now', clock)
    if (isMember(node, 'performance', 'now') || isMember(node, 'performance', 'timeOrigin')) {
      report(node, 'performance.now', clock)
    }
    if (ts.isNewExpression(node) && isNamed(node.expression, 'Date') && (node.arguments?.length ?? 0) === 0) {
      report(node, 'new Date()', clock)
    }
    if (ts.isCallExpression(node) && isNamed(node.expression, 'Date')) report(node, 'Date()', clock)
    if (ts.isIdentifier(node) && randomCalls.has(node.text)) report(node, node.text, random)
    if (ts.isImportDeclaration(node) && /^(node:)?(process|perf_hooks)$/.test(moduleName(node))) {
      const named = node.importClause?.namedBindings
      if (named !== undefined) report(node, `import from ${moduleName(node)}`, process)
    }
    if (isNamed(node, 'process') && (isOfGlobal(node) || !isPartOfName(node))) {
      const subject = isOfGlobal(node) ? node.parent : node
      const { parent } = subject
      const member =
        ts.isPropertyAccessExpression(parent) && parent.expression === subject ? parent.name.text : undefined
      if (member === undefined) report(node, 'process', process)
      else if (!harmless.has(member)) report(node, `process.${member}`, process)
    }
  }
  visit(tree)
  return found
}

function isNamed(node, name) {
  return ts.isIdentifier(node) && node.text === name
}

/** `object.member`, `object['member']` and `globalThis.object.member`. */
function isMember(node, object, member) {
  const name = ts.isPropertyAccessExpression(node)
    ? node.name.text
    : ts.isElementAccessExpression(node) && ts.isStringLiteral(node.argumentExpression)
      ? node.argumentExpression.text
      : undefined
  if (name !== member) return false
  const owner = node.expression
  return isNamed(owner, object) || (ts.isPropertyAccessExpression(owner) && owner.name.text === object)
}

function moduleName(node) {
  return ts.isStringLiteral(node.moduleSpecifier) ? node.moduleSpecifier.text : ''
}

/** The second word of `globalThis.process`. */
function isOfGlobal(node) {
  const { parent } = node
  return (
    ts.isPropertyAccessExpression(parent) && parent.name === node && isNamed(parent.expression, 'globalThis')
  )
}

/** An identifier that only names something: a key, a member, a declaration, an import. */
function isPartOfName(node) {
  const { parent } = node
  return (
    (ts.isPropertyAccessExpression(parent) && parent.name === node) ||
    ((ts.isPropertyAssignment(parent) ||
      ts.isPropertySignature(parent) ||
      ts.isMethodSignature(parent) ||
      ts.isMethodDeclaration(parent) ||
      ts.isPropertyDeclaration(parent) ||
      ts.isParameter(parent) ||
      ts.isFunctionDeclaration(parent)) &&
      parent.name === node) ||
    ts.isImportClause(parent) ||
    ts.isImportSpecifier(parent)
  )
}
