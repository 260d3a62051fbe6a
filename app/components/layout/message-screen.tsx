import { LocalLink } from '#app/components/layout/local-link.tsx'
import { buttonStyles } from '#app/components/ui/button.tsx'
import { useTranslation } from '#app/hooks/use-translation.ts'

interface MessageScreenProps {
  /** A large sign over the title, for the eye only. */
  sign?: string
  title: string
  text: string
  /** One more line in small type. */
  detail?: string
}

/** A page that has nothing to show but a message and the way home. */
export function MessageScreen({ sign, title, text, detail }: MessageScreenProps) {
  const { t } = useTranslation()
  return (
    <div className="page py-16 md:py-28">
      {sign && (
        <p
          aria-hidden
          className="font-display text-[clamp(5rem,16vw,11rem)] leading-[0.85] font-medium text-edge"
        >
          {sign}
        </p>
      )}
      <h1 className="mt-6 font-display text-headline font-medium">{title}</h1>
      <p className="mt-4 max-w-xl font-serif text-deck text-soft">{text}</p>
      {detail && <p className="mt-3 font-mono text-sm break-all text-faint">{detail}</p>}
      <LocalLink to="/" className={buttonStyles({ className: 'mt-8' })}>
        {t('notFound.home')}
      </LocalLink>
    </div>
  )
}
