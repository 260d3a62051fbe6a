import { diffLines, diffMiddleOf, type LineBlock } from '#app/admin/article/compare/diff-lines.ts'
import { t } from '#app/admin/messages.ts'

/** More of a change is not shown at once. */
const LONGEST_SHOWN = 6000
const MOST_CHANGES = 100
/** What is the same before and after a change, to find it by. */
const CONTEXT = 120

interface ChangedTextProps {
  left: string
  leftTitle: string
  right: string
  rightTitle: string
}

/** Where two versions of a text differ; what is the same in both is left out. */
export function ChangedText({ left, leftTitle, right, rightTitle }: ChangedTextProps) {
  const blocks = diffLines(left, right)
  const changes = blocks.filter((block) => block.kind === 'changed').length
  return (
    <div className="mt-1.5 space-y-3 text-sm">
      {blocks.slice(0, MOST_CHANGES * 2).map((block, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the blocks of two texts that do not change
        <Block key={index} block={block} leftTitle={leftTitle} rightTitle={rightTitle} />
      ))}
      {changes > MOST_CHANGES && <p className="text-faint">{t('article.compare.more')}</p>}
    </div>
  )
}

function Block({
  block,
  ...titles
}: { block: LineBlock } & Pick<ChangedTextProps, 'leftTitle' | 'rightTitle'>) {
  if (block.kind === 'same') {
    const count = block.lines.filter((line) => line.trim() !== '').length
    return count === 0 ? null : (
      <p className="border-line border-l-2 pl-3 text-faint">{t('article.compare.same', { count })}</p>
    )
  }
  const { before, left, right, after } = diffMiddleOf(
    block.left.join('\n').slice(0, LONGEST_SHOWN),
    block.right.join('\n').slice(0, LONGEST_SHOWN),
  )
  const start = before.length > CONTEXT ? `…${before.slice(-CONTEXT)}` : before
  const end = after.length > CONTEXT ? `${after.slice(0, CONTEXT)}…` : after
  return (
    <div className="grid gap-x-6 gap-y-2 sm:grid-cols-2">
      <Side title={titles.leftTitle} parts={[start, left, end]} isEmpty={block.left.length === 0} />
      <Side title={titles.rightTitle} parts={[start, right, end]} isEmpty={block.right.length === 0} />
    </div>
  )
}

interface SideProps {
  title: string
  parts: [string, string, string]
  isEmpty: boolean
}

function Side({ title, parts: [start, changed, end], isEmpty }: SideProps) {
  const isBlank = isEmpty || (start + changed + end).trim() === ''
  return (
    <div className="min-w-0">
      <p className="font-semibold sm:sr-only">{title}</p>
      {isBlank ? (
        <p className="text-faint italic">{t('article.compare.empty')}</p>
      ) : (
        <p dir="auto" className="whitespace-pre-wrap break-words">
          {start}
          {changed && <mark className="rounded-sm bg-focus/20 text-ink">{changed}</mark>}
          {end}
        </p>
      )}
    </div>
  )
}
