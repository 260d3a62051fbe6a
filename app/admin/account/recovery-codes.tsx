import { useEffect, useId, useRef, useState } from 'react'
import { Announcement } from '#app/admin/ui/announcement.tsx'
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
  const sheet = `Recovery codes of ${email} for ${site_name}. Each works once.\n\n${grouped.join('\n')}\n`
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
      setAnnouncement('Copied.')
    } catch {
      setAnnouncement('This browser does not let pages copy. Select the codes instead.')
    }
  }

  function download() {
    const url = URL.createObjectURL(new Blob([sheet], { type: 'text/plain' }))
    const link = Object.assign(document.createElement('a'), {
      href: url,
      download: 'recovery-codes.txt',
    })
    link.click()
    URL.revokeObjectURL(url)
    setAnnouncement('Saved as a file.')
  }

  return (
    <div className="max-w-md">
      <h3 ref={heading} tabIndex={-1} className="font-display font-medium text-title-sm">
        Your recovery codes
      </h3>
      <p className="mt-2 text-sm text-soft">
        Each of these lets you in once when your device is lost. Keep them where you would keep a key: they
        are shown only now.
      </p>
      <ul className="mt-4 grid gap-x-8 gap-y-1.5 rounded-sm border border-line bg-wash px-4 py-3 font-mono text-sm sm:grid-cols-2">
        {grouped.map((code) => (
          <li key={code} className="break-all">
            {code}
          </li>
        ))}
      </ul>
      <div className="mt-4 flex flex-wrap items-center gap-2">
        <Button variant="secondary" size="sm" onClick={() => void copy()}>
          Copy
        </Button>
        <Button variant="secondary" size="sm" onClick={download}>
          Download
        </Button>
        <Button variant="secondary" size="sm" onClick={() => printText(sheet)}>
          Print
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
          I have kept these codes in a safe place.
        </label>
      </div>
      <Button className="mt-5" disabled={!isSaved} onClick={onDone}>
        Done
      </Button>
    </div>
  )
}

/** Prints only the element with this id. */
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
