import Check from 'lucide-react/icons/check'
import { t } from '#app/admin/messages.ts'

interface FirstStepProps {
  number: number
  isDone: boolean
  title: string
  text: string
  /** What can be done about it. */
  children: React.ReactNode
}

/** One step of the list for newcomers. */
export function FirstStep({ number, isDone, title, text, children }: FirstStepProps) {
  return (
    <li className="flex gap-4 py-4 last:pb-0">
      <span
        aria-hidden
        className={`grid size-7 shrink-0 place-items-center rounded-full border font-medium text-sm ${isDone ? 'border-green text-green' : 'border-edge text-soft'}`}
      >
        {isDone ? <Check size={16} /> : number}
      </span>
      <div className="min-w-0 grow">
        <h3 className={isDone ? 'pt-0.5 text-soft' : 'pt-0.5 font-medium'}>
          {title}
          {isDone && <span className="sr-only"> {t('welcome.isDone')}</span>}
        </h3>
        {!isDone && (
          <>
            <p className="mt-1 max-w-prose text-sm text-soft">{text}</p>
            <div className="mt-3 flex flex-wrap items-center gap-2">{children}</div>
          </>
        )}
      </div>
    </li>
  )
}
