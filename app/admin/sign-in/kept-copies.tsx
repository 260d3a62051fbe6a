import type { LocalCopy } from '#app/admin/article/unsaved/local-copies.ts'
import { t } from '#app/admin/messages.ts'
import { downloadText } from '#app/admin/ui/download-text.ts'
import { Button } from '#app/components/ui/button.tsx'

/** Where the unsaved texts are of somebody who has no role any more, as far as this browser has them. */
export function KeptCopies({ copies }: { copies: readonly LocalCopy[] }) {
  return (
    <>
      <p className="font-semibold text-ink">{t('signIn.kept.title')}</p>
      <p>{t('signIn.kept.text')}</p>
      <ul className="space-y-2">
        {copies.map((copy) => {
          const title = titleOf(copy)
          return (
            <li key={copy.id}>
              <Button
                variant="secondary"
                size="sm"
                className="max-w-full"
                onClick={() => downloadText(textOf(copy), { name: 'unsaved-text.md', type: 'text/markdown' })}
              >
                <span className="truncate">{t('signIn.kept.download', { title })}</span>
              </Button>
            </li>
          )
        })}
      </ul>
    </>
  )
}

const titleOf = ({ form }: LocalCopy): string =>
  (typeof form.title === 'string' && form.title) || t('signIn.kept.untitled')

const textOf = (copy: LocalCopy): string =>
  `# ${titleOf(copy)}\n\n${typeof copy.form.content === 'string' ? copy.form.content : ''}\n`
