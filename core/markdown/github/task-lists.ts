import type { MarkdownIt, StateCore, Token } from 'markdown-it'

const BOX = /^\[([ x])\][ \t]+/i

/** Items that begin with `[ ]` or `[x]` get a disabled checkbox that is labelled by the text of the item. */
export function taskLists(md: MarkdownIt): void {
  md.core.ruler.after('inline', 'task_lists', findTasks)
  md.renderer.rules.task_box = (tokens, index) =>
    `<input type="checkbox"${tokens[index]?.meta?.checked ? ' checked' : ''} disabled> `
}

function findTasks({ tokens, Token }: StateCore): void {
  const lists: Token[] = []
  for (const [index, token] of tokens.entries()) {
    if (/_list_open$/.test(token.type)) lists.push(token)
    else if (/_list_close$/.test(token.type)) lists.pop()
    const [item, block] = [tokens[index - 2], tokens[index - 1]]
    const first = token.children?.[0]
    if (item?.type !== 'list_item_open' || block?.type !== 'paragraph_open' || first?.type !== 'text')
      continue
    const [box = '', state] = BOX.exec(first.content) ?? []
    if (!state) continue
    first.content = first.content.slice(box.length)
    const input = new Token('task_box', 'input', 0)
    input.meta = { checked: state !== ' ' }
    token.children = [
      new Token('label_open', 'label', 1),
      input,
      ...(token.children ?? []),
      new Token('label_close', 'label', -1),
    ]
    item.attrSet('class', 'task-list-item')
    lists.at(-1)?.attrSet('class', 'contains-task-list')
  }
}
