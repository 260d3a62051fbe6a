import { matchesPath, pathOf, withOneEncoding } from '#server/features/newsroom/reservations/match-path.ts'

/** More rules of one agent are not compared: everything counts as disallowed. */
const MAX_RULES = 5_000
const MAX_PATTERN_LENGTH = 500

/** The rules of a robots.txt for some agents (RFC 9309). */
export interface RobotsRules {
  /** Whether an agent may ask for an address; one that is not named follows the rules for all. */
  allows(url: URL, agent: string): boolean
  /** Whether there are rules for this agent itself. */
  names(agent: string): boolean
}

interface Rule {
  pattern: string
  isAllowed: boolean
}

/** Reads a robots.txt, and keeps the rules for `agents` and those for all others. robots-parser takes seconds for a hostile one. */
export function readRobots(text: string, agents: readonly string[]): RobotsRules {
  const wanted = new Set(['*', ...agents.map((agent) => agent.toLowerCase())])
  const rules = new Map<string, Rule[]>()
  let current: Rule[][] = []
  let isAmongAgents = false
  for (const line of text.split(/\r\n|\r|\n/)) {
    const [, name = '', value = ''] = /^\s*([a-z-]{1,20})\s*:([^#]*)/i.exec(line) ?? []
    const field = name.toLowerCase()
    if (field === 'user-agent') {
      if (!isAmongAgents) current = []
      isAmongAgents = true
      const agent = tokenOf(value)
      if (!wanted.has(agent)) continue
      const own = rules.get(agent) ?? []
      rules.set(agent, own)
      current.push(own)
    } else if (field === 'allow' || field === 'disallow') {
      isAmongAgents = false
      const pattern = withOneEncoding(value.trim())
      // Without a pattern the rule disallows nothing.
      if (pattern === '') continue
      const rule = { pattern, isAllowed: field === 'allow' }
      for (const own of current) if (own.length <= MAX_RULES) own.push(rule)
    }
  }
  return {
    allows: (url, agent) => allowsPath(rules.get(agent.toLowerCase()) ?? rules.get('*') ?? [], pathOf(url)),
    names: (agent) => rules.has(agent.toLowerCase()),
  }
}

/** The name of an agent without its version. */
const tokenOf = (value: string) => (/^\s*([\w-]+|\*)/.exec(value)?.[1] ?? '').toLowerCase()

/** The longest pattern decides, and of two the one that allows. */
function allowsPath(rules: readonly Rule[], path: string): boolean {
  if (rules.length > MAX_RULES) return false
  let longest = -1
  let isAllowed = true
  for (const rule of rules) {
    const { length } = rule.pattern
    if (length < longest || (length === longest && !rule.isAllowed)) continue
    if (length > MAX_PATTERN_LENGTH ? rule.isAllowed : !matchesPath(rule.pattern, path)) continue
    longest = length
    isAllowed = rule.isAllowed
  }
  return isAllowed
}
