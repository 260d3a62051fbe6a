import { useState } from 'react'
import { ChangedText, ChooseSide } from '#app/admin/kit/compare/side-by-side.tsx'
import { t } from '#app/admin/kit/messages.ts'
import { ModalDialog } from '#app/admin/kit/ui/modal-dialog.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { PAGE_TEXTS, type PageTexts } from '#core/domain/page.ts'

const LABELS: Record<keyof PageTexts, string> = {
  title: t('pages.field.title'),
  description: t('pages.field.description'),
  content: t('pages.field.content'),
}

interface PageComparisonProps {
  title: string
  intro: string
  left: PageTexts
  leftTitle: string
  right: PageTexts
  rightTitle: string
  /** The label of the button, which takes what was chosen for each field. */
  action: string
  /** True if the right side is chosen at first. */
  prefersRight?: boolean
  onChoose: (texts: PageTexts) => void
  onClose: () => void
}

/** Two versions of a page side by side, of which one is chosen for each field that differs. */
export function PageComparison(props: PageComparisonProps) {
  const { title, intro, left, leftTitle, right, rightTitle, action, prefersRight = false } = props
  const { onChoose, onClose } = props
  const fields = PAGE_TEXTS.filter((field) => left[field] !== right[field])
  const [taken, setTaken] = useState<ReadonlySet<keyof PageTexts>>(() => new Set(prefersRight ? fields : []))

  function choose(field: keyof PageTexts, isRight: boolean) {
    const next = new Set(taken)
    if (isRight) next.add(field)
    else next.delete(field)
    setTaken(next)
  }

  return (
    <ModalDialog title={title} width="texts" onClose={onClose}>
      <p className="text-sm text-soft">{intro}</p>
      {fields.length === 0 ? (
        <p className="mt-4 text-sm text-soft">{t('pages.compare.same')}</p>
      ) : (
        <div className="mt-4 divide-y divide-line border-line border-y">
          <div aria-hidden className="hidden gap-6 py-2 font-semibold text-sm sm:grid sm:grid-cols-2">
            <p>{leftTitle}</p>
            <p>{rightTitle}</p>
          </div>
          {fields.map((field) => (
            <section key={field} aria-label={LABELS[field]} className="py-4">
              <h3 className="text-faint text-sm">{LABELS[field]}</h3>
              <ChangedText
                left={left[field]}
                leftTitle={leftTitle}
                right={right[field]}
                rightTitle={rightTitle}
              />
              <ChooseSide
                name={LABELS[field]}
                titles={[leftTitle, rightTitle]}
                isRight={taken.has(field)}
                onChoose={(isRight) => choose(field, isRight)}
              />
            </section>
          ))}
        </div>
      )}
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        <Button variant="secondary" onClick={onClose}>
          {t('ui.cancel')}
        </Button>
        <Button
          onClick={() => {
            const chosen = Object.fromEntries(
              PAGE_TEXTS.map((field) => [field, (taken.has(field) ? right : left)[field]]),
            )
            onChoose(chosen as unknown as PageTexts)
          }}
        >
          {action}
        </Button>
      </div>
    </ModalDialog>
  )
}
