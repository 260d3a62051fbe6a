import Copy from 'lucide-react/icons/copy'
import { useEffect, useRef, useState } from 'react'
import { t } from '#app/admin/messages.ts'
import { Announcement } from '#app/admin/ui/announcement.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { TextField } from '#app/components/ui/field.tsx'

/** A link that was made just now, selected, to be copied. */
export function NewLink({ link }: { link: string }) {
  const box = useRef<HTMLDivElement>(null)
  const [outcome, setOutcome] = useState<'copied' | 'failed' | null>(null)
  useEffect(() => box.current?.querySelector('input')?.select(), [])

  async function copy() {
    try {
      await navigator.clipboard.writeText(link)
      setOutcome('copied')
    } catch {
      // Without https, or without permission, there is no clipboard.
      setOutcome('failed')
      box.current?.querySelector('input')?.select()
    }
  }

  return (
    <div ref={box} className="border-green border-l-2 pl-4">
      <p className="font-semibold text-sm">{t('preview.made')}</p>
      <p className="mt-1 text-sm text-soft">{t('preview.made.text')}</p>
      <div className="mt-3 flex max-w-xl flex-wrap items-end gap-3">
        <TextField
          label={t('preview.made.field')}
          labelHidden
          readOnly
          value={link}
          className="min-w-0 grow basis-60"
          onFocus={(event) => event.target.select()}
        />
        <Button variant="secondary" onClick={() => void copy()}>
          <Copy aria-hidden size={16} />
          {outcome === 'copied' ? t('preview.copied') : t('preview.copy')}
        </Button>
        <a
          href={link}
          target="_blank"
          rel="noreferrer"
          className="inline-flex min-h-11 items-center text-sm underline underline-offset-4"
        >
          {t('preview.open')}
        </a>
      </div>
      {outcome === 'failed' && <p className="mt-2 text-orange text-sm">{t('preview.copy.failed')}</p>}
      <Announcement>
        {outcome === 'copied' ? t('preview.copied') : outcome === 'failed' ? t('preview.copy.failed') : ''}
      </Announcement>
    </div>
  )
}
