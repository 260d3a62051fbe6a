import { categoryTone } from '#app/components/article/category-tone.ts'
import { wholeTitle } from '#app/components/article/whole-title.ts'
import type { ArticleSummary } from '#core/domain/article.ts'
import { heroImageSources, type WithHero } from '#core/domain/hero-image.ts'
import { type Xml, xml } from '#core/feeds/escape.ts'
import { formatCardDate, htmlTime } from '#core/i18n/dates.ts'
import type { Translate } from '#core/i18n/translator.ts'
import { articlePath } from '#core/paths.ts'

/** How wide the pictures are shown. On small and on wide screens a square is cut out of one that is nearly twice as wide. */
const IMAGE_SIZES = '(min-width: 64rem) 14rem, (min-width: 40rem) 46vw, 11rem'
/** Of a picture's variants the two smallest: no card is as wide as the others. */
const VARIANTS = 2

type CardArticle = WithHero<
  Pick<ArticleSummary, 'slug' | 'language' | 'title' | 'category' | 'hero_image' | 'publish_date'>
>

/** The articles with which readers may go on, as HTML for the end of an article; empty when there are none. */
export function relatedArticles(
  related: CardArticle[],
  { t, letters }: { t: Translate; letters: string },
): string {
  return articleRow(related, { title: t('article.related.title'), t, letters })?.xml ?? ''
}

/**
 * A titled row of articles; null when there are none. They look like `ArticleCard` where it is compact, but are no component, so
 * that they cost the browser no script.
 */
export function articleRow(
  articles: CardArticle[],
  /** `letters` stand in the place of a missing picture. */
  { title, t, letters }: { title: string; t: Translate; letters: string },
): Xml | null {
  if (articles.length === 0) return null
  // No heading of an article above has an id with an underscore.
  return xml`<section aria-labelledby="article_row" class="page pb-8 md:pb-12 print:hidden">
<h2 id="article_row" class="mb-8 border-t-3 border-ink pt-4 font-display text-title-lg font-medium">${title}</h2>
<ul class="grid gap-x-10 gap-y-6 sm:grid-cols-2 sm:gap-y-12">${articles.map((article) => card(article, t, letters))}</ul>
</section>`
}

function card(article: CardArticle, t: Translate, letters: string): Xml {
  const { category, language, publish_date, title } = article
  const whole = wholeTitle(title)
  return xml`<li data-tone="${categoryTone(category)}" class="card compact group max-sm:not-first:border-t max-sm:not-first:border-line max-sm:not-first:pt-6">
<div class="relative aspect-video overflow-hidden bg-wash">${picture(article, letters)}</div>
<div class="flex flex-wrap items-center gap-x-3 gap-y-1 col-start-1 row-start-1">
<span class="inline-flex items-center gap-2 text-label font-semibold text-accent uppercase"><span aria-hidden="true" class="size-2 bg-accent"></span>${t(`card.badge.${category}`)}</span>
<time datetime="${htmlTime(publish_date)}" class="text-sm text-faint">${formatCardDate(publish_date, language)}</time>
</div>
<h3 class="mt-2.5 font-display font-medium col-start-1 row-start-2"><a href="${articlePath(article)}"${whole === undefined ? null : xml` title="${whole}"`} class="card-title decoration-accent decoration-2 underline-offset-4 group-hover:underline after:absolute after:inset-0">${title}</a></h3>
</li>`
}

function picture({ hero_image, hero }: CardArticle, letters: string): Xml {
  const sources = heroImageSources(hero_image, { version: hero?.version })
  if (!sources) {
    return xml`<span aria-hidden="true" class="absolute inset-0 grid place-items-center font-display text-5xl font-medium tracking-tight text-edge">${letters}</span>`
  }
  const source = (type: string, variants: string) =>
    variants === ''
      ? null
      : xml`<source type="${type}" srcset="${smallest(variants)}" sizes="${IMAGE_SIZES}">`
  return xml`<picture>${source('image/avif', sources.avif)}${source('image/webp', sources.webp)}<img src="${sources.src}" alt="" width="${String(hero?.width ?? 1600)}" height="${String(hero?.height ?? 900)}" decoding="async" loading="lazy"${position(hero?.focus)} class="size-full object-cover"></picture>`
}

function smallest(variants: string): string {
  return variants.split(', ').slice(0, VARIANTS).join(', ')
}

/** Where a picture is cut, for that what matters stays in sight. */
function position(focus: string | undefined): Xml | null {
  return focus === undefined ? null : xml` style="object-position: ${focus}"`
}
