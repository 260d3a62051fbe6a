import { isDatabaseAway, RATE_LIMITED } from '#core/data/client.ts'
import { type McpTool, refused, ToolRefusal } from '#server/features/mcp/tool.ts'
import type { Log } from '#server/platform/log.ts'
import { TooMuchAtOnce } from '#server/platform/process/off-turn.ts'

/** For everything that a tool asks, such as the links of a text. */
const TOOL_MS = 25_000

/** Errors of the database whose sentence is meant for callers: too many requests, a missing right, somebody else's work. */
const SAID_BY_DATABASE = new Set([RATE_LIMITED, '42501', '53100', 'PT409', 'PT413'])

/** Runs a tool. What goes wrong becomes a sentence in the result, which a model can read. */
export async function callTool(
  tool: McpTool,
  work: () => ReturnType<McpTool['call']>,
  log: Log,
): ReturnType<McpTool['call']> {
  const late = Promise.withResolvers<never>()
  const timeout = setTimeout(
    () => late.reject(new ToolRefusal('This took too long. Ask for less, or try again in a moment.')),
    TOOL_MS,
  )
  try {
    return await Promise.race([work(), late.promise])
  } catch (error) {
    return refused(sentenceOf(error) ?? logged(error, tool, log))
  } finally {
    clearTimeout(timeout)
  }
}

function sentenceOf(error: unknown): string | null {
  if (error instanceof ToolRefusal || error instanceof TooMuchAtOnce) return error.message
  if (isDatabaseAway(error)) return 'The publication cannot be read right now. Please try again in a moment.'
  if (!(error instanceof Error) || !('code' in error)) return null
  return SAID_BY_DATABASE.has(String(error.code)) ? error.message : null
}

function logged(error: unknown, { listed }: McpTool, log: Log): string {
  log.error(`The tool ${listed.name} failed`, error)
  return 'Something went wrong on our side. Please try again in a moment.'
}
