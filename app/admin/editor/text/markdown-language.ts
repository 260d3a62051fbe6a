import { commonmarkLanguage } from '@codemirror/lang-markdown'
import { indentNodeProp, Language, languageDataProp } from '@codemirror/language'
import { styleTags, tags } from '@lezer/highlight'
import { GFM, parser } from '@lezer/markdown'

/** Raw HTML is one thing, not parsed further: readers never see it, and the languages in it would be most of what is loaded. */
const html = styleTags({ 'HTMLBlock HTMLTag ProcessingInstruction ProcessingInstructionBlock': tags.comment })

/**
 * What the site renders: CommonMark and GFM. Unlike that of `markdown()` it parses no languages inside of it, which takes a third of
 * the time of every key. The commands for lists recognise it by its data.
 */
export const markdownLanguage = () =>
  new Language(
    commonmarkLanguage.data,
    parser.configure([
      GFM,
      {
        props: [
          html,
          languageDataProp.add({ Document: commonmarkLanguage.data }),
          indentNodeProp.add({ Document: () => null }),
        ],
      },
    ]),
    [],
    'markdown',
  )
