import { DeskForm, FormField, useDeskForm } from '#app/admin/form/desk-form.tsx'
import { t } from '#app/admin/messages.ts'
import { CancelButton } from '#app/admin/newsroom/add/add-address.tsx'
import { changeFeed } from '#app/admin/newsroom/feeds/use-feed-acts.ts'
import { NEWSROOM_KEY } from '#app/admin/newsroom/newsroom-queries.ts'
import { useDeskMutation } from '#app/admin/query/use-desk-mutation.ts'
import { ModalDialog } from '#app/admin/ui/modal-dialog.tsx'
import { useToast } from '#app/components/ui/toast.tsx'
import type { NewsFeed } from '#core/domain/news-feed.ts'
import { OUTLET_MAX_LENGTH, outletInput } from '#core/domain/news-item-input.ts'

/** Changes by which name sentences tell whose feed it is. */
export function RenameFeed({ feed, onClose }: { feed: NewsFeed; onClose: () => void }) {
  const { toast } = useToast()
  const change = useDeskMutation({ run: changeFeed, invalidates: [NEWSROOM_KEY] })
  const state = useDeskForm({
    schema: outletInput,
    initial: { outlet: feed.outlet },
    async submit({ outlet }) {
      await change.mutateAsync({ id: feed.id, change: { outlet } })
      toast({ title: t('ui.success'), description: t('newsroom.feed.rename.done', { outlet }) })
      onClose()
    },
  })
  const busy = state.form.formState.isSubmitting
  return (
    <ModalDialog title={t('newsroom.feed.rename.title')} onClose={() => busy || onClose()}>
      <DeskForm
        state={state}
        action={t('newsroom.feed.rename')}
        busyAction={t('ui.oneMoment')}
        inDialog
        more={<CancelButton busy={busy} onClose={onClose} />}
      >
        <FormField
          state={state}
          name="outlet"
          label={t('newsroom.field.outlet')}
          hint={t('newsroom.field.outlet.hint')}
          maxLength={OUTLET_MAX_LENGTH}
          autoComplete="off"
        />
      </DeskForm>
    </ModalDialog>
  )
}
