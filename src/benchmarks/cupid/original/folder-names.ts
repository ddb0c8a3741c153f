import { instanceTypes, type InstanceType } from '../shapes.ts'

/** What every system allows in a file name and the original code does not cut at (it cuts at dots, D22). */
const PLAIN = /^[A-Za-z0-9_+=,@-]$/

/**
 * A name of a model or instance as one file name that can be read back: every other character is percent-encoded in
 * UTF-8, dots and slashes with them, so that nothing nests, escapes or is cut.
 * @throws URIError for half of a surrogate pair
 */
export function encodeName(name: string): string {
  return Array.from(name, (letter) => {
    if (PLAIN.test(letter)) return letter
    const code = letter.codePointAt(0) ?? 0
    // encodeURIComponent leaves some ASCII signs as they are, dots among them.
    return code < 128 ? `%${code.toString(16).toUpperCase().padStart(2, '0')}` : encodeURIComponent(letter)
  }).join('')
}

/** The name that a file name stands for; a file name that `encodeName` never gives is its own name. */
export function decodeName(fileName: string): string {
  try {
    const name = decodeURIComponent(fileName)
    return encodeName(name) === fileName ? name : fileName
  } catch {
    return fileName
  }
}

/** The name of an instance's result: persona and type. */
export function instanceName(persona: string, type: InstanceType): string {
  return `${persona}+${type}`
}

/** Persona and type in the name of an instance; results on the published data carry no type (D1). */
export function splitInstanceName(name: string): {
  readonly persona: string
  readonly type: InstanceType | null
} {
  const type = instanceTypes.find((one) => name.endsWith(`+${one}`))
  return type === undefined
    ? { persona: name, type: null }
    : { persona: name.slice(0, -type.length - 1), type }
}
