import { t } from '#app/admin/messages.ts'
import { z } from '#core/domain/schema.ts'
import { parseSetting, type SettingKey } from '#core/domain/settings.ts'

/** What is wrong with a value, by the field: `tagline.de`, `landing_figures.en.0.label`. */
export type Problems = ReadonlyMap<string, string>

/** Checks a value as it would be stored. Returns it as it is to be stored, trimmed, or what is wrong with it. */
export function checkSetting(
  key: SettingKey,
  value: unknown,
): { value: unknown; problems?: undefined } | { value?: undefined; problems: Problems } {
  try {
    return { value: parseSetting(key, value) }
  } catch (error) {
    if (!(error instanceof z.ZodError)) throw error
    return { problems: new Map(error.issues.toReversed().map((issue) => place(key, issue))) }
  }
}

function place(key: SettingKey, { path, code, message }: z.core.$ZodIssue): [string, string] {
  // The words of a language share one field, so the word is named.
  if (key === 'banned_words' && path.length > 1)
    return [`${key}.${String(path[0])}`, t('settings.problem.line', { number: Number(path[1]) + 1, message })]
  const field = [key, ...path].join('.')
  // Others fall back to English, so there must be something.
  if (code === 'invalid_type' && path.at(-1) === 'en') return [field, t('settings.problem.english')]
  if (code === 'too_big' && path.length > 0 && message.startsWith('Too'))
    return [field, t('settings.problem.tooMany')]
  return [field, message]
}
