import { Fragment } from 'react'
import { t } from '#app/admin/messages.ts'
import { ModalDialog } from '#app/admin/ui/modal-dialog.tsx'
import { Button } from '#app/components/ui/button.tsx'

interface ShortcutDialogProps {
  hasLetters: boolean
  onTurn: (on: boolean) => void
  onClose: () => void
}

/** Each with its keys; several are alternatives. */
const SHORTCUTS: readonly (readonly [what: string, keys: readonly string[]])[] = [
  [t('review.keys.next'), ['j', 'Alt+↓']],
  [t('review.keys.previous'), ['k', 'Alt+↑']],
  [t('review.keys.nextOpen'), ['u']],
  [t('review.keys.nextProblem'), ['p']],
  [t('review.keys.edit'), ['Enter']],
  [t('review.keys.leave'), ['Esc']],
  [t('review.keys.approve'), ['a']],
  [t('review.keys.approveAndGoOn'), ['Ctrl+Enter']],
  [t('review.keys.approveAll'), ['Shift+A']],
  [t('review.keys.insertTag'), ['Alt+T']],
  [t('review.keys.keep'), ['1']],
  [t('review.keys.take'), ['2']],
  [t('review.keys.ask'), ['r']],
  [t('review.keys.view'), ['v']],
  [t('review.keys.save'), ['Ctrl+S']],
  [t('review.keys.nextArticle'), ['n']],
  [t('review.keys.help'), ['?']],
]

export function ShortcutDialog({ hasLetters, onTurn, onClose }: ShortcutDialogProps) {
  return (
    <ModalDialog title={t('review.keys.title')} onClose={onClose}>
      <dl className="grid grid-cols-[1fr_auto] gap-x-6 gap-y-1.5 text-sm">
        {SHORTCUTS.map(([what, keys]) => (
          <Fragment key={what}>
            <dt className="text-soft">{what}</dt>
            <dd className="flex justify-end gap-1.5">
              {keys.map((key) => (
                <kbd key={key} className="rounded-sm border border-edge px-1.5 font-sans text-xs leading-5">
                  {key}
                </kbd>
              ))}
            </dd>
          </Fragment>
        ))}
      </dl>
      <label className="mt-5 flex items-start gap-2.5 text-sm">
        <input
          type="checkbox"
          className="mt-0.5 size-4.5 shrink-0 accent-ink"
          checked={hasLetters}
          onChange={(event) => onTurn(event.target.checked)}
        />
        {t('review.keys.letters')}
      </label>
      <div className="mt-6 flex justify-end">
        <Button variant="secondary" onClick={onClose}>
          {t('review.keys.close')}
        </Button>
      </div>
    </ModalDialog>
  )
}
