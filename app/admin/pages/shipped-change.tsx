import { useState } from 'react'
import { t } from '#app/admin/messages.ts'
import { PageComparison } from '#app/admin/pages/page-comparison.tsx'
import { Notice } from '#app/admin/ui/notice.tsx'
import { Button } from '#app/components/ui/button.tsx'
import type { PageTexts } from '#core/domain/page.ts'
import type { ShippedPage } from '#core/domain/shipped-page.ts'

interface ShippedChangeProps {
  shipped: ShippedPage
  typed: PageTexts
  /** Puts the chosen texts into the form. */
  onChoose: (texts: PageTexts) => void
  /** Stays with the own text. */
  onKeep: () => Promise<void>
}

/** Says that the shipped text has changed since somebody edited it, and shows both. */
export function ShippedChange({ shipped, typed, onChoose, onKeep }: ShippedChangeProps) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <Notice tone="warning" className="mb-6" title={t('pages.shippedChange.title')}>
      <p>{t('pages.shippedChange.text')}</p>
      <div className="flex flex-wrap gap-3">
        <Button variant="secondary" size="sm" onClick={() => setIsOpen(true)}>
          {t('pages.shippedChange.compare')}
        </Button>
        <Button variant="ghost" size="sm" onClick={() => void onKeep()}>
          {t('pages.shippedChange.keep')}
        </Button>
      </div>
      {isOpen && (
        <PageComparison
          title={t('pages.shippedChange.dialog')}
          intro={t('pages.compare.choose')}
          left={typed}
          leftTitle={t('pages.shippedChange.own')}
          right={shipped}
          rightTitle={t('pages.shippedChange.shipped')}
          action={t('pages.compare.take')}
          onChoose={(texts) => {
            onChoose(texts)
            setIsOpen(false)
          }}
          onClose={() => setIsOpen(false)}
        />
      )}
    </Notice>
  )
}
