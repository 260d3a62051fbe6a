import type { TokenUsage } from '#server/platform/ai/model-error.ts'
import type { Session } from '#server/platform/database/connection.ts'

/** Counts the tokens of one answer, also of an unusable one, which was paid for. */
export async function recordUsage(
  sql: Session,
  { model, task, usage }: { model: string; task: string; usage: TokenUsage },
): Promise<void> {
  await sql`
    insert into private.ai_usage as u (model, task, input_tokens, output_tokens, calls)
    values (${model}, ${task}, ${usage.inputTokens}, ${usage.outputTokens}, 1)
    on conflict (day, model, task) do update set
      input_tokens = u.input_tokens + excluded.input_tokens,
      output_tokens = u.output_tokens + excluded.output_tokens,
      calls = u.calls + 1`
}
