import { useEffect, useId, useRef, useState } from 'react'
import { t } from '#app/admin/kit/messages.ts'
import { downloadText } from '#app/admin/kit/query/use-download.ts'
import { Announcement } from '#app/admin/kit/ui/notice.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { useSiteData } from '#app/hooks/use-site-data.ts'

/** Shows new recovery codes until the user confirms having saved them; they cannot be shown again. */
export function RecoveryCodes({
  codes,
  email,
  onDone,
}: {
  codes: string[]
  email: string
  onDone: () => void
}) {
  const { site_name } = useSiteData()
  // Hyphens make a code easier to copy by hand; typing them is optional.
  const grouped = codes.map((code) => code.match(/.{1,4}/g)?.join('-') ?? code)
  const title = t('account.codes.sheet', { email, publication: site_name })
  const sheet = `${title}\n\n${grouped.join('\n')}\n`
  const [isSaved, setSaved] = useState(false)
  const [announcement, setAnnouncement] = useState('')
  const heading = useRef<HTMLHeadingElement>(null)
  const id = useId()
  useEffect(() => heading.current?.focus(), [])

  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [])

  async function copy() {
    try {
      await navigator.clipboard.writeText(grouped.join('\n'))
      setAnnouncement(t('account.codes.copied'))
    } catch {
      setAnnouncement(t('account.codes.notCopied'))
    }
  }

  function download() {
    downloadText(sheet, { name: 'recovery-codes.txt', type: 'text/plain' })
    setAnnouncement(t('account.codes.downloaded'))
  }

  return (
    <div className="max-w-md">
      <h3 ref={heading} tabIndex={-1} className="font-display font-medium text-title-sm">
        {t('account.codes.yours')}
      </h3>
      <p className="mt-2 text-sm text-soft">{t('account.codes.intro')}</p>
      <ul className="mt-4 grid gap-x-8 gap-y-1.5 rounded-sm border border-line bg-wash px-4 py-3 font-mono text-sm sm:grid-cols-2">
        {grouped.map((code) => (
          <li key={code} className="break-all">
            {code}
          </li>
        ))}
      </ul>
      <div className="mt-4 flex flex-wrap items-center gap-2">
        <Button variant="secondary" size="sm" onClick={() => void copy()}>
          {t('account.codes.copy')}
        </Button>
        <Button variant="secondary" size="sm" onClick={download}>
          {t('account.codes.download')}
        </Button>
        <Button variant="secondary" size="sm" onClick={() => printText(sheet)}>
          {t('account.codes.print')}
        </Button>
        <span aria-hidden className="text-faint text-sm">
          {announcement}
        </span>
        <Announcement>{announcement}</Announcement>
      </div>
      <div className="mt-6 flex items-start gap-3">
        <input
          id={id}
          type="checkbox"
          checked={isSaved}
          onChange={(event) => setSaved(event.target.checked)}
          className="mt-px size-6 shrink-0 accent-ink"
        />
        <label htmlFor={id} className="py-0.5 text-sm">
          {t('account.codes.kept')}
        </label>
      </div>
      <Button className="mt-5" disabled={!isSaved} onClick={onDone}>
        {t('account.codes.done')}
      </Button>
    </div>
  )
}

/** Prints this text alone, from a frame of its own. */
function printText(text: string) {
  const frame = document.createElement('iframe')
  // Moved out of sight instead of hidden, because hidden elements are not printed.
  Object.assign(frame.style, { position: 'fixed', width: '0', height: '0', border: '0' })
  document.body.append(frame)
  const sheet = document.createElement('pre')
  sheet.textContent = text
  frame.contentDocument?.body.append(sheet)
  frame.contentWindow?.addEventListener('afterprint', () => frame.remove())
  frame.contentWindow?.print()
}
