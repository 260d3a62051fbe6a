import { testRule } from '#core/newsroom/judge/testing/rule-cases.ts'

const SAID =
  '“We will rebuild the pier before the winter,” said Ada Brandt of the port, while Jon Ruiz of the union disagreed.'

testRule([
  ['“We will rebuild the pier before the winter,” Brandt said.', SAID, []],
  ['Brandt said they would "rebuild the pier".', SAID, []],
  ['“We will rebuild the pier before the summer,” Brandt said.', SAID, ['quote_changed']],
  ['“We rebuild the pier before the winter,” Brandt said.', SAID, ['quote_changed']],
  ['“We will rebuild the pier before the winter,” Ruiz said.', SAID, ['quote_changed']],
  ['Brandt called the pier “our pride” and will rebuild it.', SAID, ['quote_changed']],
])
