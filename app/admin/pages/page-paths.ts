import type { Language } from '#core/i18n/languages.ts'

export const PAGES_PATH = '/admin/pages'
export const editPagePath = (slug: string, language: Language) => `${PAGES_PATH}/${slug}/${language}`
