import { expect, test } from 'vitest'
import { pageMeta } from '#app/components/layout/page-meta.ts'
import { registerCatalogs } from '#app/messages.ts'
import de from '#core/i18n/messages/de.json' with { type: 'json' }
import en from '#core/i18n/messages/en.json' with { type: 'json' }
import es from '#core/i18n/messages/es.json' with { type: 'json' }
import fr from '#core/i18n/messages/fr.json' with { type: 'json' }
import it from '#core/i18n/messages/it.json' with { type: 'json' }
import pt from '#core/i18n/messages/pt.json' with { type: 'json' }

registerCatalogs({ en, es, fr, de, it, pt })

function at(pathname: string, search = '') {
  return {
    location: { pathname, search },
    matches: [{ loaderData: { siteUrl: 'https://example.org' } }] as const,
  }
}

test('a title is signed with the name of the site, unless it has it already', () => {
  expect(pageMeta(at('/tech'), () => ({ title: 'AI Technology' }))).toContainEqual({
    title: 'AI Technology - AI Watch',
  })
  expect(pageMeta(at('/about'), () => ({ title: 'About AI Watch' }))).toContainEqual({
    title: 'About AI Watch',
  })
})

test('the texts are in the language of the address, which the canonical address keeps and nothing else', () => {
  const meta = pageMeta(at('/tech', '?lang=de&utm_source=x'), (t) => ({ title: t('category.tech.name') }))
  expect(meta).toContainEqual({ title: 'Technologie - AI Watch' })
  expect(meta).toContainEqual({
    tagName: 'link',
    rel: 'canonical',
    href: 'https://example.org/tech?lang=de',
  })
})

test('an English fallback points to the English address and is not listed', () => {
  const meta = pageMeta(at('/article/small-models', '?lang=fr'), () => ({
    title: 'Small models',
    canonicalLanguage: 'en',
    hidden: true,
  }))
  expect(meta).toContainEqual({
    tagName: 'link',
    rel: 'canonical',
    href: 'https://example.org/article/small-models',
  })
  expect(meta).toContainEqual({ name: 'robots', content: 'noindex' })
})

test('a page may have its title to itself, and what is shared says the same', () => {
  const meta = pageMeta(at('/newsletter', '?lang=de'), (t) => ({
    title: t('meta.newsletter.title'),
    description: t('meta.newsletter.description'),
    unsigned: true,
  }))
  const title = de['meta.newsletter.title']
  const content = de['meta.newsletter.description']
  expect(meta).toEqual(
    expect.arrayContaining([
      { title },
      { property: 'og:title', content: title },
      { name: 'twitter:title', content: title },
      { name: 'description', content },
      { property: 'og:description', content },
      { name: 'twitter:description', content },
    ]),
  )
})
