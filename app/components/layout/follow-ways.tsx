import { LocalLink } from '#app/components/layout/local-link.tsx'
import { Rss } from '#app/components/ui/icons.tsx'
import type { FollowWays } from '#app/head/follow-ways.server.ts'
import { NEWSLETTER_PATH } from '#core/paths.ts'

const LINK = 'font-semibold text-ink underline underline-offset-4'

/** The ways to follow a list, and what each of them means. The browser opens it, also without scripts. */
export function FollowWaysList({ ways, className = '' }: { ways: FollowWays; className?: string }) {
  const { texts, feed, all, social, podcasts } = ways
  return (
    <details className={`max-w-2xl ${className}`}>
      <summary className="inline-flex cursor-pointer items-center gap-1.5 py-1 text-sm font-semibold underline-offset-4 hover:underline">
        <Rss size={15} className="text-accent" />
        {texts.title}
      </summary>
      {/* A link to what it holds opens it. */}
      <dl id="follow" className="mt-3 scroll-mt-24 grid gap-4 border-line border-l-3 pl-5 text-sm text-soft">
        <Way name={texts.mail} text={texts.mailText}>
          <LocalLink to={NEWSLETTER_PATH} className={LINK}>
            {texts.mailLink}
          </LocalLink>
        </Way>
        <Way name={texts.feed} text={texts.feedText}>
          {[feed, ...(all ? [all] : [])].map(({ title, rss, json }) => (
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
          <Way name={texts.social} text={texts.socialText}>
            <span className="font-semibold text-ink wrap-anywhere">{social}</span>
          </Way>
        )}
        {podcasts.length > 0 && (
          <Way name={texts.podcast} text={texts.podcastText}>
            {podcasts.map(({ title, path }) => (
              <a
                key={path}
                href={path}
                type="application/rss+xml"
                className={`${LINK} block w-fit wrap-anywhere`}
              >
                {`${title} `}
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
