import { useQuery } from '@tanstack/react-query'
import { t } from '#app/admin/messages.ts'
import { DESK_KEY, deskQuery } from '#app/admin/query/desk-query.ts'
import { useDeskMutation } from '#app/admin/query/use-desk-mutation.ts'
import { FilledMessage } from '#app/admin/ui/filled-message.tsx'
import { LocalTime } from '#app/admin/ui/local-time.tsx'
import { Notice } from '#app/admin/ui/notice.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { confirmRestoration, findRestoration } from '#core/data/restorations.ts'

const restorationQuery = deskQuery([...DESK_KEY, 'restoration'], findRestoration)

/** On a site that was restored from a backup, until an administrator lets what was scheduled go on. */
export function RestoredNotice() {
  const { data: restoration } = useQuery(restorationQuery)
  const confirm = useDeskMutation({ run: confirmRestoration, invalidates: [[]] })
  if (!restoration) return null
  return (
    <Notice tone="warning" className="mb-10" title={t('dashboard.restored.title')}>
      <p>
        <FilledMessage
          text={t('dashboard.restored.text')}
          values={{ time: <LocalTime iso={restoration.made_at} precision="minute" /> }}
        />
      </p>
      <p>{t('dashboard.restored.advice')}</p>
      <Button aria-disabled={confirm.isPending} onClick={() => confirm.isPending || void confirm.attempt()}>
        {t('dashboard.restored.action')}
      </Button>
    </Notice>
  )
}
