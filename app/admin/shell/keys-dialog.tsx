import { describeShortcut } from '#app/admin/editor/toolbar/toolbar-button.tsx'
import { t } from '#app/admin/kit/messages.ts'
import { useHasColleagues } from '#app/admin/kit/query/colleagues.ts'
import { useMember } from '#app/admin/kit/session/member.tsx'
import { ModalDialog } from '#app/admin/kit/ui/modal-dialog.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { isEditor } from '#core/domain/role.ts'

const GROUPS = [
  {
    title: t('shell.keys.everywhere'),
    keys: [
      ['Mod-k', t('shell.keys.command')],
      ['Mod-s', t('shell.keys.save')],
      ['Esc', t('shell.keys.leave')],
    ],
  },
  {
    title: t('shell.keys.writing'),
    keys: [
      ['Mod-b', t('shell.keys.bold')],
      ['Mod-i', t('shell.keys.italic')],
      ['Mod-k', t('shell.keys.link')],
      ['Mod-Alt-2', t('shell.keys.heading')],
      ['Mod-f', t('shell.keys.find')],
      ['Mod-Alt-p', t('shell.keys.preview')],
      ['Mod-Shift-Enter', t('shell.keys.publish')],
      ['Mod-z', t('shell.keys.undo')],
    ],
  },
] as const

/** In an article that rests on sources. */
const WITH_SOURCES = {
  title: t('sources.keys'),
  keys: [
    ['Mod-Alt-k', t('sources.keys.next')],
    ['Mod-Alt-Shift-k', t('sources.keys.previous')],
    ['Mod-Alt-o', t('sources.keys.cite')],
    ['Mod-Alt-Shift-o', t('sources.keys.uncite')],
    ['Mod-Alt-g', t('sources.keys.sign')],
  ],
} as const

/** The keys that nobody needs who is alone at the desk. */
const WITH_COLLEAGUES = {
  title: t('shell.keys.colleagues'),
  keys: [
    ['Mod-Alt-m', t('shell.keys.note')],
    ['a', t('shell.keys.answer')],
    ['t', t('shell.keys.take')],
    ['r', t('shell.keys.refuse')],
    ['Mod-Alt-h', t('shell.keys.handOver')],
    ['Mod-Alt-n', t('shell.keys.next')],
  ],
} as const

/** The keys that work on the desk. */
export default function KeysDialog({ onClose }: { onClose: () => void }) {
  const groups = [
    ...GROUPS,
    ...(isEditor(useMember()) ? [WITH_SOURCES] : []),
    ...(useHasColleagues() ? [WITH_COLLEAGUES] : []),
  ]
  return (
    <ModalDialog title={t('shell.keys')} width="list" onClose={onClose}>
      <div className="gap-x-10 gap-y-5 space-y-5 sm:grid sm:grid-cols-2 sm:space-y-0">
        {groups.map(({ title, keys }) => (
          <section key={title}>
            <h3 className="mb-1 text-faint text-sm">{title}</h3>
            <dl className="divide-y divide-line text-sm">
              {keys.map(([shortcut, what]) => (
                <div key={what} className="flex items-center justify-between gap-4 py-2">
                  <dt>{what}</dt>
                  <dd>
                    <kbd className="font-sans text-soft">{describeShortcut(shortcut).shown}</kbd>
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      <p className="mt-5 text-sm text-soft">{t('shell.keys.review')}</p>
      <div className="mt-6 flex justify-end">
        <Button variant="secondary" onClick={onClose}>
          {t('shell.keys.close')}
        </Button>
      </div>
    </ModalDialog>
  )
}
