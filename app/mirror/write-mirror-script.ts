import { themeColorsOf } from '#app/document/constant-head.ts'
import type { MirrorSettings } from '#app/mirror/mirror.ts'
import writeScript from '#app/mirror/mirror.ts?script'
import type { Settings } from '#core/domain/settings.ts'
import { DEFAULT_LANGUAGE } from '#core/i18n/languages.ts'

/** The script of the pages of a static mirror. */
export function writeMirrorScript(settings: Settings): string {
  const folders = settings.languages.filter((language) => language !== DEFAULT_LANGUAGE)
  const mirror: MirrorSettings = { themeColors: themeColorsOf(settings), folders }
  return writeScript(mirror)
}
