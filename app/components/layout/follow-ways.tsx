import { LocalLink } from '#app/components/layout/local-link.tsx'
import { Rss } from '#app/components/ui/icons.tsx'
import type { FollowWays } from '#app/head/follow-ways.server.ts'
import type { Feed } from '#app/head/page-head.tsx'
import { useTranslation } from '#app/hooks/use-translation.ts'
import { jsonFeedPath, NEWSLETTER_PATH, newsletterPodcastPath, podcastPath, rssPath } from '#core/paths.ts'

const LINK = 'font-semibold text-ink underline underline-offset-4'

const PODCASTS = {
  articles: { title: 'podcast.title', pathOf: podcastPath },
  newsletter: { title: 'podcast.newsletter.title', pathOf: newsletterPodcastPath },
} as const

interface FollowWaysListProps extends FollowWays {
  /** The feed of the list; absent for everything. */
  feed?: Feed | undefined
  className?: string
}

/** The ways to follow a list, with an explanation of each. The browser opens it, also without scripts. */
export function FollowWaysList({ feed, social, podcasts, className = '' }: FollowWaysListProps) {
  const { language, t } = useTranslation()
  const all = { title: t('feed.title'), rss: rssPath(language), json: jsonFeedPath(language) }
  return (
    <details className={`max-w-2xl ${className}`}>
      <summary className="inline-flex cursor-pointer items-center gap-1.5 py-1 text-sm font-semibold underline-offset-4 hover:underline">
        <Rss size={15} className="text-accent" />
        {t('follow.title')}
      </summary>
      {/* A link to anything inside opens it. */}
      <dl id="follow" className="mt-3 scroll-mt-24 grid gap-4 border-line border-l-3 pl-5 text-sm text-soft">
        <Way name={t('follow.mail.title')} text={t('follow.mail.text')}>
          <LocalLink to={NEWSLETTER_PATH} className={LINK}>
            {t('follow.mail.link')}
          </LocalLink>
        </Way>
        <Way name={t('follow.feed.title')} text={t('follow.feed.text')}>
          {[...(feed ? [feed] : []), all].map(({ title, rss, json }) => (
            <span key={rss} className="block wrap-anywhere">
              {title}
              {' · '}
              <a href={rss} type="application/rss+xml" className={LINK}>
                RSS<span className="sr-only"> {title}</span>
              </a>
              {' · '}
              <a href={json} type="application/feed+json" className={LINK}>
                JSON<span className="sr-only"> {title}</span>
              </a>{' '}
            </span>
          ))}
        </Way>
        {social && (
          <Way name={t('follow.social.title')} text={t('follow.social.text')}>
            <span className="font-semibold text-ink wrap-anywhere">{social}</span>
          </Way>
        )}
        {podcasts.length > 0 && (
          <Way name={t('follow.podcast.title')} text={t('follow.podcast.text')}>
            {podcasts.map((podcast) => (
              <a
                key={podcast}
                href={PODCASTS[podcast].pathOf(language)}
                type="application/rss+xml"
                className={`${LINK} block w-fit wrap-anywhere`}
              >
                {`${t(PODCASTS[podcast].title)} `}
              </a>
            ))}
          </Way>
        )}
      </dl>
    </details>
  )
}

function Way({ name, text, children }: { name: string; text: string; children: React.ReactNode }) {
  return (
    <div>
      <dt className="font-semibold text-ink">{name}</dt>
      <dd>
        <p>{text}</p>
        <p className="mt-1">{children}</p>
      </dd>
    </div>
  )
}
