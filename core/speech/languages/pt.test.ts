import { expect, test } from 'vitest'
import { spokenText } from '#core/speech/spoken-blocks.ts'

test.each([
  // Números
  ['1.234.567 pessoas', '1234567 pessoas'],
  ['1 234 567 pessoas', '1234567 pessoas'],
  ['3,5 pontos', '3,5 pontos'],
  ['Python 3.12', 'Python 3 ponto 12'],
  ['−5 e -7', 'menos 5 e menos 7'],
  ['5–10 pessoas', '5 a 10 pessoas'],
  ['3× mais', '3 vezes mais'],
  ['n.º 5', 'número 5'],
  // Ordinais
  ['o 1.º e a 1.ª vez', 'o primeiro e a primeira vez'],
  ['a 21.ª edição', 'a vigésima primeira edição'],
  ['o 1° lugar', 'o primeiro lugar'],
  ['o século XXI', 'o século 21'],
  // Datas e horas
  ['em 28/11/2026', 'em 28 de novembro de 2026'],
  ['em 2026-11-28', 'em 28 de novembro de 2026'],
  ['às 14h30, às 14h e às 1h', 'às 14 horas e 30, às 14 horas e às 1 hora'],
  ['às 14:30', 'às 14 horas e 30'],
  // Dinheiro
  ['5 €, 1 €, 3,50 €', '5 euros, 1 euro, 3 euros e 50'],
  ['3,5 mil milhões €', '3,5 mil milhões de euros'],
  ['2 M€ e 5 mil €', '2 milhões de euros e 5 mil euros'],
  ['5 milhões $', '5 milhões de dólares'],
  // Percentagens e unidades
  ['25 %, 2,5%', '25 por cento, 2,5 por cento'],
  ['5 km, 80 km/h, −5 °C', '5 quilómetros, 80 quilómetros por hora, menos 5 graus Celsius'],
  ['300 W, 5 kWh, 120 m²', '300 watts, 5 quilowatts-hora, 120 metros quadrados'],
  // Abreviaturas
  ['p. ex. isto', 'por exemplo isto'],
  ['nos EUA', 'nos Estados Unidos'],
  ['o Sr. Gil e a Dra. Paz', 'o senhor Gil e a doutora Paz'],
  ['chips, etc. O resto', 'chips, et cetera. O resto'],
  ['pág. 12, art. 5', 'página 12, artigo 5'],
  // Siglas
  ['a IA, a UE e os LLM', 'a I A, a U E e os L L M'],
  ['a NATO e a UNESCO', 'a NATO e a UNESCO'],
  // Endereços e sinais
  ['ver https://www.exemplo.pt/x', 'ver exemplo ponto pt'],
  ['para info@exemplo.pt', 'para info arroba exemplo ponto pt'],
  ['e/ou', 'e ou'],
  ['bem 🎉 feito', 'bem feito'],
])('%s → %s', (written, spoken) => {
  expect(spokenText(written, 'pt')).toBe(spoken)
})
