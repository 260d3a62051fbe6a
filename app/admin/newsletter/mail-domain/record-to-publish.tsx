import Copy from 'lucide-react/icons/copy'
import { useState } from 'react'
import { t } from '#app/admin/messages.ts'
import { Button } from '#app/components/ui/button.tsx'
import type { TextRecord } from '#core/domain/mail-domain.ts'

interface RecordToPublishProps {
  record: TextRecord
  onSay: (text: string) => void
}

/** A record as the forms of providers of names ask for it. */
export function RecordToPublish({ record, onSay }: RecordToPublishProps) {
  const [outcome, setOutcome] = useState('')

  async function copy() {
    const text = await navigator.clipboard.writeText(record.value).then(
      () => t('mailDomain.copied'),
      // Browsers allow it only on a secure origin.
      () => t('mailDomain.notCopied'),
    )
    setOutcome(text)
    onSay(text)
  }

  const rows = [
    [t('mailDomain.record.name'), record.name],
    [t('mailDomain.record.type'), 'TXT'],
    [t('mailDomain.record.value'), record.value],
  ] as const
  return (
    <div className="space-y-2 rounded-sm border border-line bg-wash px-4 py-3">
      <p className="font-semibold">{t('mailDomain.record.title')}</p>
      <dl className="grid gap-x-4 gap-y-1 sm:grid-cols-[auto_minmax(0,1fr)]">
        {rows.map(([term, text]) => (
          <div key={term} className="contents">
            <dt className="text-faint">{term}</dt>
            <dd className="font-mono wrap-anywhere">{text}</dd>
          </div>
        ))}
      </dl>
      <div className="flex flex-wrap items-center gap-3">
        <Button
          variant="secondary"
          size="sm"
          aria-label={t('mailDomain.copyName', { name: record.name })}
          onClick={() => void copy()}
        >
          <Copy aria-hidden size={15} />
          {t('mailDomain.copy')}
        </Button>
        <span aria-hidden className="text-faint empty:hidden">
          {outcome}
        </span>
      </div>
    </div>
  )
}
