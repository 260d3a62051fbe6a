import { LocalLink } from '#app/components/layout/local-link.tsx'
import { SignupCard } from '#app/components/newsletter/signup-card.tsx'
import { ArrowLeft } from '#app/components/ui/icons.tsx'
import { notFound } from '#app/document/not-found.server.ts'
import { servePage } from '#app/document/serve-page.tsx'
import { describeNewsletterPage } from '#app/head/newsletter-json-ld.ts'
import { translatorOf } from '#app/messages.ts'
import { presentNewsletter, showSections } from '#app/newsletter/present-newsletter.server.tsx'
import { findIssueRecording } from '#core/data/newsletter-audio.ts'
import { findPublishedNewsletter } from '#core/data/published-newsletters.ts'
import { formatArticleDate, htmlTime } from '#core/i18n/dates.ts'
import { NEWSLETTER_ISSUES_PATH, newsletterAudioPath, newsletterIssuePath } from '#core/paths.ts'

/** An issue that was sent, in the reader's language or else in English. */
export const loader = servePage({
  parameters: [],
  async load({ server, params, language }) {
    const found = await findPublishedNewsletter(server.supabase, params.slug ?? '', language)
    if (!found) throw await notFound(server, language, 'page')
    const { content: _, ...issue } = found
    const [{ content, notes, corrections }, recording] = await Promise.all([
      presentNewsletter(found, language, server),
      findIssueRecording(server.supabase, issue),
    ])
    const t = translatorOf(issue.language, server.settings)
    const jsonLd = describeNewsletterPage({
      siteUrl: server.siteUrl,
      settings: server.settings,
      issue,
      corrections,
      t,
    })
    return {
      issue,
      audio: recording && {
        url: newsletterAudioPath(recording.id),
        statement: t('audio.issueStatement', { model: recording.model }),
      },
      content: showSections(content, server.settings),
      notes,
      jsonLd,
    }
  },
  describe({ t, language, loaderData }) {
    const { issue, audio, jsonLd } = loaderData
    return {
      title: issue.subject,
      description: issue.preheader || t('newsletter.issues.description'),
      canonicalLanguage: issue.language,
      hidden: issue.language !== language,
      versions: issue.languages.map((language) => ({
        language,
        path: newsletterIssuePath(issue.slug, language),
      })),
      newsletterFeed: true,
      isHeard: audio !== null,
      jsonLd,
    }
  },
  Page({ loaderData, language, t }) {
    const { issue, audio, content, notes } = loaderData
    return (
      <article className="page py-8 md:py-12">
        <header className="measure border-b-3 border-ink pb-6">
          <p className="text-sm text-faint">
            {t('newsletter.block.title')}
            {' · '}
            <time dateTime={htmlTime(issue.started_at)}>
              {t('newsletter.issue.sent', { date: formatArticleDate(issue.started_at, language) })}
            </time>
          </p>
          <h1 lang={issue.language} className="mt-3 font-display text-headline font-medium wrap-anywhere">
            {issue.subject}
          </h1>
          {issue.preheader && (
            <p lang={issue.language} className="mt-4 font-serif text-deck wrap-anywhere text-soft">
              {issue.preheader}
            </p>
          )}
          {issue.language !== language && <p className="mt-4 text-sm">{t('newsletter.issue.fallback')}</p>}
        </header>
        {audio && (
          <figure lang={issue.language} data-audio={audio.url} className="measure mt-6">
            {/* biome-ignore lint/a11y/useMediaCaption: what is heard is the text below */}
            <audio controls preload="none" src={audio.url} aria-label={audio.statement} className="w-full" />
            <figcaption className="mt-2 text-sm text-faint">{audio.statement}</figcaption>
          </figure>
        )}
        <div className="prose measure mt-8">{notes}</div>
        <div
          lang={issue.language}
          className="newsletter prose measure wrap-anywhere"
          // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised when the issue was approved
          dangerouslySetInnerHTML={{ __html: content }}
        />
        <div className="measure mt-14">
          <SignupCard />
          <LocalLink
            to={NEWSLETTER_ISSUES_PATH}
            className="mt-8 inline-flex items-center gap-1.5 py-1 text-sm font-semibold underline-offset-4 hover:underline"
          >
            <ArrowLeft aria-hidden size={15} />
            {t('newsletter.issue.all')}
          </LocalLink>
        </div>
      </article>
    )
  },
})
