/** The facts that a request says of its signature, before anything is fetched to verify it. */
export interface ClaimedSignature {
  keyId: URL
  /** The moment that is signed with it. */
  signedAt: string
}

/** RFC 9421, 4.1: one signature, whose components have no parameters. */
const SIGNATURE_INPUT = /^[a-z*][\w.*-]*=\(((?:"[@a-z0-9-]+" ?)+)\)((?:;[a-z]+=(?:"[^"\\]*"|\d+))+)$/
const PARAMETER = /;([a-z]+)=(?:"([^"]*)"|(\d+))/g
/** The form in which Fedify reads it. */
const DRAFT_PARAMETER = /^\s*([A-Za-z]+)=(?:"([^"]*)"|(\d+))\s*$/
const MAX_LENGTH = 4_000

/**
 * The signature of a request to an inbox, by RFC 9421 or by draft-cavage-http-signatures-12. Null for none, and for one that leaves open
 * to whom or what was said: a signature counts only if it covers the host, the path and the body, which Fedify does not ask for.
 */
export function readSignature(headers: Headers): ClaimedSignature | null {
  const signature = headers.get('signature')
  if (!signature || signature.length > MAX_LENGTH) return null
  const input = headers.get('signature-input')
  return input === null ? readDraft(signature, headers) : readRfc9421(input.trim())
}

function readRfc9421(input: string): ClaimedSignature | null {
  const [, list = '', rest = ''] = (input.length <= MAX_LENGTH && SIGNATURE_INPUT.exec(input)) || []
  const covered = new Set(Array.from(list.matchAll(/"([^"]+)"/g), ([, name]) => name))
  const coversPlace = covered.has('@target-uri') || (covered.has('@authority') && covered.has('@path'))
  if (!coversPlace || !covered.has('@method') || !covered.has('content-digest')) return null
  const parameters = onceEach([...rest.matchAll(PARAMETER)])
  const keyId = URL.parse(parameters?.get('keyid') ?? '')
  const signedAt = parameters?.get('created')
  return keyId && signedAt && /^[1-9]\d*$/.test(signedAt) ? { keyId, signedAt } : null
}

function readDraft(signature: string, headers: Headers): ClaimedSignature | null {
  const parameters = onceEach(signature.split(',').map((pair) => DRAFT_PARAMETER.exec(pair) ?? []))
  const covered = new Set(parameters?.get('headers')?.split(/\s+/))
  if (!['(request-target)', 'host', 'date', 'digest'].every((name) => covered.has(name))) return null
  const keyId = URL.parse(parameters?.get('keyId') ?? '')
  const signedAt = headers.get('date')
  return keyId && signedAt ? { keyId, signedAt } : null
}

/** Null where one has no name or is given twice: who verifies could then take another key than the one whose owner was looked at. */
function onceEach(parameters: (string | undefined)[][]): Map<string, string> | null {
  const named = new Map<string, string>()
  for (const [, name, text, digits = ''] of parameters) {
    if (name === undefined || named.has(name)) return null
    named.set(name, text ?? digits)
  }
  return named
}
