import { expect, test } from 'vitest'
import { spokenText } from '#core/speech/spoken-blocks.ts'

test.each([
  // Numbers
  ['It has 1,234,567 users.', 'It has 1,234,567 users.'],
  ['about 3.5 points', 'about 3.5 points'],
  ['Python 3.12.1 is out', 'Python 3 point 12 point 1 is out'],
  ['It fell to −5 and then -7.', 'It fell to minus 5 and then minus 7.'],
  ['5–10 people, 5-10 people', '5 to 10 people, 5 to 10 people'],
  ['3× faster, a 3 × 4 grid', '3 times faster, a 3 by 4 grid'],
  ['± 2, ~40, ≈50, <10, >20', 'plus or minus 2, about 40, about 50, less than 10, more than 20'],
  ['1½ cups, ½ a cup, ¾', '1 and one half cups, one half a cup, three quarters'],
  ['room #7 and § 5', 'room number 7 and section 5'],
  ['5 + 3 = 8', '5 plus 3 equals 8'],
  [
    'a 70B model with 5M users, 250k readers',
    'a 70 billion model with 5 million users, 250 thousand readers',
  ],
  ['Llama-7B in 4K', 'Llama-7B in 4K'],
  ['call +41 44 123 45 67', 'call plus 41 44 123 45 67'],
  // Years and ordinals
  [
    'in 1998, since 2005 and by 2026',
    'in nineteen ninety-eight, since two thousand five and by twenty twenty-six',
  ],
  ['from 1905 until 1900', 'from nineteen oh five until nineteen hundred'],
  ['the 1990s and the 2010s', 'the nineteen nineties and the twenty tens'],
  ['2019–2024', 'twenty nineteen to twenty twenty-four'],
  ['2024’s best', 'twenty twenty-four’s best'],
  ['2048 tokens', '2048 tokens'],
  ['the 21st century', 'the 21st century'],
  ['World War II', 'World War 2'],
  // Dates
  ['on 2026-11-28.', 'on November 28th, twenty twenty-six.'],
  ['on 11/28/2026', 'on November 28th, twenty twenty-six'],
  ['on 28/11/2026', 'on November 28th, twenty twenty-six'],
  ['on 2026-13-45', 'on 2026-13-45'],
  ['on Nov. 3 and Sept. 2', 'on November 3rd and September 2nd'],
  ['March 1, 2026', 'March 1st, twenty twenty-six'],
  ['March 11 and May 22', 'March 11th and May 22nd'],
  ['In May 5% more came', 'In May 5 percent more came'],
  // Times
  ['at 14:30 and 09:05', 'at 2:30 p.m. and 9:05'],
  ['at 2pm, 2:30 PM and 11 a.m.', 'at 2 p.m., 2:30 p.m. and 11 a.m.'],
  ['at 00:15 and 9:00', "at 12:15 a.m. and 9 o'clock"],
  ['It ended 3:2.', 'It ended 3:2.'],
  ['at 9 AM and 12:05am', 'at 9 a.m. and 12:05 a.m.'],
  // Money
  ['$5, $1 and $3.5 billion', '5 dollars, 1 dollar and 3.5 billion dollars'],
  ['$5bn, $5M, $250k', '5 billion dollars, 5 million dollars, 250 thousand dollars'],
  ['$3.50 and $3.00', '3 dollars 50 and 3 dollars'],
  ['$5–10 million', '5 to 10 million dollars'],
  ['€20, £30, ¥500', '20 euros, 30 British pounds, 500 Japanese yen'],
  ['CHF 20 and 300 USD', '20 Swiss francs and 300 dollars'],
  ['a loss of -$5', 'a loss of minus 5 dollars'],
  // Percentages and units
  ['25%, 2.5 %, 5–10%', '25 percent, 2.5 percent, 5 to 10 percent'],
  ['2‰', '2 per mille'],
  ['5 km, 1 km, 80 km/h, 60 mph', '5 kilometers, 1 kilometer, 80 kilometers per hour, 60 miles per hour'],
  ['−5 °C and 30° wide', 'minus 5 degrees Celsius and 30 degrees wide'],
  [
    '16 GB, 1 TB, 10 GB/s, 100 Mbps',
    '16 gigabytes, 1 terabyte, 10 gigabytes per second, 100 megabits per second',
  ],
  ['300 W, 5 kWh, 2 GW, 3 GHz', '300 watts, 5 kilowatt-hours, 2 gigawatts, 3 gigahertz'],
  ['120 m², 3 km2, 5 nm, 20 ms', '120 square meters, 3 square kilometers, 5 nanometers, 20 milliseconds'],
  ['a 5G phone', 'a 5G phone'],
  // Abbreviations
  ['e.g. this, i.e. that vs. these', 'for example this, that is that versus these'],
  ['E.g. this', 'For example this'],
  ['Dr. Lee and Mrs. Low', 'Doctor Lee and Misses Low'],
  ['chips, phones, etc. The rest', 'chips, phones, et cetera. The rest'],
  ['Acme Inc. said', 'Acme Incorporated said'],
  ['p. 12, No. 5, Fig. 3', 'page 12, number 5, figure 3'],
  ['No. That is all', 'No. That is all'],
  // Acronyms
  ['AI, LLMs and GPUs', 'A I, L L Ms and G P Us'],
  ['NASA, UNESCO and NVIDIA', 'NASA, UNESCO and NVIDIA'],
  ['GPT-4o, ChatGPT, OpenAI and iOS', 'G P T-4o, Chat G P T, Open A I and i O S'],
  ['the U.S. and the U.N.', 'the U S and the U N'],
  ['C++, C# and Node.js', 'C plus plus, C sharp and Node dot js'],
  ['A HEADLINE ABOUT THE AI ACT AND THE EU', 'A HEADLINE ABOUT THE AI ACT AND THE EU'],
  // Addresses
  ['see https://www.example.org/a/b?c=d#e.', 'see example dot org.'],
  ['write to first.last@my-site.org', 'write to first dot last at my dash site dot org'],
  // Silent parts
  ['So good 🎉👩‍💻 it is', 'So good it is'],
  ['a claim[3] and[1, 2] more [4–6]', 'a claim and more'],
  ['soft\u00adhyphen and\u200bzero', 'softhyphen andzero'],
  ['R&D and Q & A', 'R and D and Q and A'],
  ['he/she and and/or', 'he she and and or'],
  ['one — two – three', 'one, two, three'],
])('%s → %s', (written, spoken) => {
  expect(spokenText(written, 'en')).toBe(spoken)
})
