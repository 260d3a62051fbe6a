import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import { useRef } from 'react'
import { flushSync } from 'react-dom'
import { t } from '#app/admin/kit/messages.ts'
import { Button } from '#app/components/ui/button.tsx'

interface EditableRowsProps<Row> {
  rows: readonly Row[]
  /** The initial values of a new row. */
  empty: Row
  max: number
  /** The problem of the list as a whole. */
  problem: string | undefined
  /** The widths of the fields of a row. */
  columnsClass: string
  /** The name of a row, and those of its button; the first row is 1. */
  nameOf: (number: number) => string
  remove: { text: string; nameOf: (number: number) => string }
  /** The accessible name, where the text is not enough. */
  add: { text: string; name?: string }
  /** True if their order matters, so that they can be moved. */
  isOrdered?: boolean
  onChange: (rows: Row[]) => void
  children: (row: Row, index: number, change: (part: Partial<Row>) => void) => React.ReactNode
}

/** A short list whose rows have a few fields each. A new row gets the focus, and after a removal the button that adds one. */
export function EditableRows<Row extends object>(props: EditableRowsProps<Row>) {
  const { rows, empty, max, problem, columnsClass, nameOf, remove, add, isOrdered, onChange, children } =
    props
  const list = useRef<HTMLUListElement>(null)
  const addButton = useRef<HTMLButtonElement>(null)
  const isFull = rows.length >= max

  function addRow() {
    // At once, because a frame may be long in coming, and what is typed meanwhile would be lost.
    flushSync(() => onChange([...rows, { ...empty }]))
    list.current?.querySelector<HTMLElement>('li:last-child :is(input, textarea)')?.focus()
  }

  function removeRow(index: number) {
    onChange(rows.filter((_, other) => other !== index))
    addButton.current?.focus()
  }

  const changeRow = (index: number) => (part: Partial<Row>) =>
    onChange(rows.map((row, at) => (at === index ? { ...row, ...part } : row)))

  return (
    <div className="space-y-4">
      {rows.length > 0 && (
        <ul ref={list} className="space-y-5">
          {rows.map((row, index) => (
            <li
              // biome-ignore lint/suspicious/noArrayIndexKey: rows have no identity but their place
              key={index}
              aria-label={nameOf(index + 1)}
              className={`grid gap-3 border-edge border-l-2 pl-4 ${columnsClass}`}
            >
              {children(row, index, changeRow(index))}
              <div className="col-span-full flex flex-wrap items-center gap-x-2">
                <Button
                  variant="secondary"
                  size="sm"
                  aria-label={remove.nameOf(index + 1)}
                  onClick={() => removeRow(index)}
                >
                  {remove.text}
                </Button>
                {isOrdered && rows.length > 1 && (
                  <MoveButtons
                    name={nameOf(index + 1)}
                    index={index}
                    count={rows.length}
                    onMove={(to) => onChange(moved(rows, index, to))}
                  />
                )}
              </div>
            </li>
          ))}
        </ul>
      )}
      {problem && <p className="text-red text-sm">{problem}</p>}
      <Button
        ref={addButton}
        variant="secondary"
        size="sm"
        aria-label={add.name}
        aria-disabled={isFull}
        onClick={() => isFull || addRow()}
      >
        {add.text}
      </Button>
    </div>
  )
}

interface MoveButtonsProps {
  /** The name of what is moved. */
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
    // Rendered at once: the item has to be at its new place before the next key is pressed.
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
