import type { Category } from '#core/domain/article.ts'
import type { Language } from '#core/i18n/languages.ts'
import de from '#core/i18n/messages/de.json' with { type: 'json' }
import en from '#core/i18n/messages/en.json' with { type: 'json' }
import es from '#core/i18n/messages/es.json' with { type: 'json' }
import fr from '#core/i18n/messages/fr.json' with { type: 'json' }
import it from '#core/i18n/messages/it.json' with { type: 'json' }
import pt from '#core/i18n/messages/pt.json' with { type: 'json' }

const catalogs = { en, es, fr, de, it, pt }

export function siteName(language: Language): string {
  return catalogs[language]['site.name']
}

/** The category as it stands on an article. */
export function categoryName(category: Category, language: Language): string {
  return catalogs[language][`card.badge.${category}`]
}
