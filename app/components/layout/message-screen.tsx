import { LocalLink } from '#app/components/layout/local-link.tsx'
import { buttonStyles } from '#app/components/ui/button.tsx'
import { useTranslation } from '#app/hooks/use-translation.ts'

interface MessageScreenProps {
  /** Shown large above the title, hidden from screen readers. */
  statusCode?: string
  title: string
  text: string
  /** An additional line in small type. */
  detail?: string
  /** HTML of the server that says how to go on. */
  suggestions?: string
}

/** A page that shows only a message and a link to the home page. */
export function MessageScreen({ statusCode, title, text, detail, suggestions = '' }: MessageScreenProps) {
  const { t } = useTranslation()
  return (
    <>
      <div className="page pt-16 pb-10 md:pt-20">
        {statusCode && (
          <p
            aria-hidden
            className="font-display text-[clamp(5rem,16vw,11rem)] leading-[0.85] font-medium text-edge"
          >
            {statusCode}
          </p>
        )}
        <h1 className="mt-6 font-display text-headline font-medium">{title}</h1>
        <p className="mt-4 max-w-xl font-serif text-deck text-soft">{text}</p>
        {detail && <p className="mt-3 font-mono text-sm break-all text-faint">{detail}</p>}
        <LocalLink to="/" className={buttonStyles({ className: 'mt-8' })}>
          {t('notFound.home')}
        </LocalLink>
      </div>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: made of escaped texts on the server */}
      <div dangerouslySetInnerHTML={{ __html: suggestions }} />
    </>
  )
}
