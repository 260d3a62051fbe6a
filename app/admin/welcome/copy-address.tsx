import Copy from 'lucide-react/icons/copy'
import { useRef, useState } from 'react'
import { t } from '#app/admin/messages.ts'
import { Announcement } from '#app/admin/ui/announcement.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { useSiteData } from '#app/hooks/use-site-data.ts'
import { NEWSLETTER_PATH } from '#core/paths.ts'

/** The address of the newsletter's page, to be sent to readers. */
export function CopyAddress({ isNext }: { isNext: boolean }) {
  const { siteUrl } = useSiteData()
  const field = useRef<HTMLInputElement>(null)
  const [said, setSaid] = useState('')

  async function copy() {
    field.current?.select()
    try {
      await navigator.clipboard.writeText(siteUrl + NEWSLETTER_PATH)
      setSaid(t('welcome.people.copied'))
    } catch {
      // Browsers allow it only on a secure origin; the address is selected by now.
      setSaid(t('welcome.people.selected'))
    }
  }

  return (
    <div className="flex w-full max-w-md flex-wrap items-center gap-2">
      <input
        ref={field}
        readOnly
        aria-label={t('welcome.people.address')}
        value={siteUrl + NEWSLETTER_PATH}
        onFocus={(event) => event.target.select()}
        className="min-h-9 min-w-0 grow basis-52 rounded-sm border border-edge bg-paper px-3 text-ink text-sm"
      />
      <Button variant={isNext ? 'primary' : 'secondary'} size="sm" onClick={() => void copy()}>
        <Copy aria-hidden size={15} />
        {t('welcome.people.copy')}
      </Button>
      <p aria-hidden className="w-full text-faint text-sm empty:hidden">
        {said}
      </p>
      <Announcement>{said}</Announcement>
    </div>
  )
}
