import { Button, buttonStyles } from '#app/components/ui/button.tsx'
import type { Article } from '#core/domain/article.ts'
import { singleLine } from '#core/feeds/escape.ts'
import type { Language } from '#core/i18n/languages.ts'
import type { Translate } from '#core/i18n/translator.ts'
import { articlePath } from '#core/paths.ts'

interface ShareLinksProps {
  article: Pick<Article, 'slug' | 'id' | 'language' | 'title' | 'excerpt' | 'category' | 'updated_at'>
  siteUrl: string
  /** The translator of the page, which may show an article in another language. */
  t: Translate
  language: Language
  /** The address of the page that has the ways to follow its author, or its section. */
  follow: string
}

interface Shared {
  title: string
  url: string
}

/** The sites on which readers may share an article, by links alone: nothing of these sites is loaded. */
const NETWORKS: [name: string, address: (shared: Shared) => string][] = [
  ['Bluesky', ({ title, url }) => `https://bsky.app/intent/compose?${query({ text: `${title} ${url}` })}`],
  ['LinkedIn', ({ url }) => `https://www.linkedin.com/sharing/share-offsite/?${query({ url })}`],
  ['WhatsApp', ({ title, url }) => `https://wa.me/?${query({ text: `${title} ${url}` })}`],
  ['X', ({ title, url }) => `https://x.com/intent/post?${query({ text: title, url })}`],
]

const LOOK = { variant: 'secondary', size: 'sm' } as const
const LINK = buttonStyles(LOOK)

/**
 * The ways to pass an article on, and where it can be followed, at the end of its text. The links need no script. The buttons do
 * (`article-buttons.ts`), as does that for saving, and are hidden without; browsers that have a dialog for sharing show the button for that instead of the networks.
 */
export function ShareLinks({ article, siteUrl, t, language, follow }: ShareLinksProps) {
  const { id, title, excerpt, category, updated_at: updated } = article
  // The data with which the list of saved articles shows it (app/saved/save-shown-article.tsx).
  const described = JSON.stringify({ id, language: article.language, title, excerpt, category, updated })
  const shared = { title: singleLine(title), url: siteUrl + articlePath(article) }
  return (
    <section lang={language} aria-labelledby="share" className="share">
      <h2 id="share">{t('article.share.title')}</h2>
      {/* biome-ignore lint/a11y/noRedundantRoles: Safari takes a list without markers for none */}
      <ul role="list">
        <li>
          <Button
            {...LOOK}
            data-copies={shared.url}
            data-done={t('article.code.copied')}
            data-scripted="copy-link"
          >
            {t('article.share.copy')}
          </Button>
        </li>
        <li className="share-system">
          <Button {...LOOK} data-shares={shared.url} data-title={shared.title} data-scripted="share">
            {t('article.share.system')}
          </Button>
        </li>
        <li>
          <a href={mailTo(shared)} className={LINK}>
            {t('article.share.mail')}
          </a>
        </li>
        {NETWORKS.map(([name, address]) => (
          <li key={name} className="share-network">
            <a href={address(shared)} target="_blank" rel="noopener noreferrer" className={LINK}>
              {name}
              <span className="sr-only"> {t('article.link.newTab')}</span>
            </a>
          </li>
        ))}
        <li>
          <a href={`${follow}#follow`} className={LINK}>
            {t('follow.title')}
          </a>
        </li>
        <li data-live="">
          <Button {...LOOK} data-saves={described} data-scripted="save">
            {t('saved.save')}
          </Button>
        </li>
      </ul>
    </section>
  )
}

/** Mail programs show a plus as a plus, and may read what follows a line break in the subject as a header. */
function mailTo({ title, url }: Shared): string {
  return `mailto:?subject=${encodeURIComponent(title)}&body=${encodeURIComponent(url)}`
}

function query(parameters: Record<string, string>): string {
  return String(new URLSearchParams(parameters))
}
