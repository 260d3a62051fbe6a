import { files } from 'virtual:reader-script'
import { themeColorsOf } from '#app/document/constant-head.ts'
import { contentSecurityPolicy } from '#app/document/content-security-policy.ts'
import { documentPartsOf } from '#app/document/document-parts.tsx'
import writeScript from '#app/mirror/mirror.ts?script'
import type { Settings } from '#core/domain/settings.ts'
import { DEFAULT_LANGUAGE } from '#core/i18n/languages.ts'

/** The parts that all pages of a static mirror have in common. */
export interface MirrorParts {
  /** Runs in their head before the first paint. */
  script: string
  styles: string
  policy: string
  /** The addresses of the script of readers and of its later parts. */
  readerScripts: readonly string[]
}

export function mirrorPartsOf(settings: Settings): MirrorParts {
  const folders = settings.languages.filter((language) => language !== DEFAULT_LANGUAGE)
  return {
    script: writeScript({ themeColors: themeColorsOf(settings), folders }),
    styles: documentPartsOf(settings).allStyles,
    // A frame cannot be refused by a page itself.
    policy: contentSecurityPolicy([]).replace(/; frame-ancestors [^;]*/, ''),
    readerScripts: files,
  }
}
