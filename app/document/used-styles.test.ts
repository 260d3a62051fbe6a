import { expect, test } from 'vitest'
import { divideStyles } from '#app/document/used-styles.ts'

const write = divideStyles(
  [
    '@layer theme{:root{--a:1}}@layer base{.kept{color:red}}',
    '@layer components{.prose p,.prose li{margin:0}.dark .card{color:red}:is(.dark .night) .share{top:0}}',
    '@layer utilities{.flex{display:flex}.w-1\\/2{width:50%}.\\[\\&_p\\]\\:m-0 p{margin:0}',
    String.raw`.before\:content-\[\'\'\]:before{content:""}.\[\&\>p\]\:m-0>p{margin:0}`,
    '.group-hover\\:underline:is(:where(.group):hover *){color:red}',
    '@media (width>=48rem){.md\\:flex{display:flex}.\\32xl\\:grid{display:grid}}:where(b){top:0}}',
    '@property --x{syntax:"*";inherits:false}',
  ].join(''),
)

const ALWAYS = '@layer theme{:root{--a:1}}@layer base{.kept{color:red}}'

test.each([
  ['<p>', '@layer components{.dark .card{color:red}}@layer utilities{:where(b){top:0}}'],
  [
    '<p class="flex">',
    '@layer components{.dark .card{color:red}}@layer utilities{.flex{display:flex}:where(b){top:0}}',
  ],
  [
    '<p class="prose 2xl:grid w-1/2 [&amp;_p]:m-0">',
    '@layer components{.prose p,.prose li{margin:0}.dark .card{color:red}}@layer utilities{.w-1\\/2{width:50%}.\\[\\&_p\\]\\:m-0 p{margin:0}@media (width>=48rem){.\\32xl\\:grid{display:grid}}:where(b){top:0}}',
  ],
  [
    '<p class="group"><b class="group-hover:underline share">',
    '@layer components{.dark .card{color:red}:is(.dark .night) .share{top:0}}@layer utilities{.group-hover\\:underline:is(:where(.group):hover *){color:red}:where(b){top:0}}',
  ],
  [
    '<p class="before:content-[&#x27;&#x27;] [&amp;&gt;p]:m-0">',
    String.raw`@layer components{.dark .card{color:red}}@layer utilities{.before\:content-\[\'\'\]:before{content:""}.\[\&\>p\]\:m-0>p{margin:0}:where(b){top:0}}`,
  ],
])('%s has the rules of its classes', (html, rules) => {
  expect(write(html)).toBe(`${ALWAYS}${rules}@property --x{syntax:"*";inherits:false}`)
})
