import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import { flushSync } from 'react-dom'
import { t } from '#app/admin/messages.ts'
import { Button } from '#app/components/ui/button.tsx'

interface MoveButtonsProps {
  /** What is moved. */
  name: string
  index: number
  count: number
  /** Moves it to another index. */
  onMove: (to: number) => void
}

/** Two buttons that move an item of a list, which is an `li`. Focus moves with the item. */
export function MoveButtons({ name, index, count, onMove }: MoveButtonsProps) {
  const move = (step: -1 | 1) => (event: React.MouseEvent<HTMLButtonElement>) => {
    const to = index + step
    if (to < 0 || to >= count) return
    const list = event.currentTarget.closest('li')?.parentElement
    // Before the next key is pressed, the item is at its new place.
    flushSync(() => onMove(to))
    const item = list?.children[to]
    const button = (by: number) => item?.querySelector<HTMLElement>(`[data-move="${by}"]`)
    const same = button(step)
    ;(same?.ariaDisabled === 'true' ? button(-step) : same)?.focus()
  }
  return (
    <span className="inline-flex">
      {([-1, 1] as const).map((step) => (
        <Button
          key={step}
          variant="ghost"
          size="icon"
          data-move={step}
          aria-label={t(step < 0 ? 'form.moveUp' : 'form.moveDown', { name })}
          aria-disabled={step < 0 ? index === 0 : index === count - 1}
          onClick={move(step)}
        >
          {step < 0 ? <ArrowUp aria-hidden size={17} /> : <ArrowDown aria-hidden size={17} />}
        </Button>
      ))}
    </span>
  )
}

/** The list with one item at another index. */
export function moved<Item>(list: readonly Item[], from: number, to: number): Item[] {
  const rest = list.toSpliced(from, 1)
  return rest.toSpliced(to, 0, ...list.slice(from, from + 1))
}
