export type SeedCountry = 'US' | 'GB' | 'DE' | 'MX' | 'BR'

const areaCodes: readonly string[] = (
  '201 202 203 205 206 207 208 209 210 212 213 214 215 216 217 218 219 224 225 228 229 231 234 239 240 248 251 252 253 254 256 260 ' +
  '262 267 269 270 276 281 301 302 303 304 305 307 308 309 310 312 313 314 315 316 317 318 319 320 321 323 325 330 331 334 336 337 339 346 ' +
  '347 351 352 360 361 386 401 402 404 405 406 407 408 409 410 412 413 414 415 417 419 423 424 425 430 432 434 435 440 443 458 469 470 475 ' +
  '478 479 480 484 501 502 503 504 507 508 509 510 512 513 515 516 517 518 520 530 531 534 539 540 541 551 559 561 562 563 567 570 571 573 ' +
  '574 575 580 585 586 601 602 603 605 606 607 608 609 610 612 614 615 616 617 618 619 620 623 626 630 631 636 641 646 650 651 657 660 661 ' +
  '662 667 678 682 701 702 703 704 706 707 708 712 713 714 715 716 717 718 719 720 724 727 731 732 734 737 740 747 754 757 760 763 765 770 ' +
  '772 773 774 775 779 781 785 786 801 802 803 804 805 806 808 810 812 813 814 815 816 817 818 828 830 831 832 843 845 847 848 850 856 857 ' +
  '858 859 860 862 863 864 865 870 872 878 901 903 904 906 907 908 909 910 912 913 914 915 916 917 918 919 920 925 928 931 936 937 938 940 ' +
  '941 947 949 951 952 954 956 970 971 972 973 978 979 980 984 985 989'
).split(' ')

/** Ranges that the British and German regulators keep free for stories; a thousand numbers each. */
const britishPrefixes = [
  '207946',
  '113496',
  '114496',
  '116496',
  '117496',
  '118496',
  '121496',
  '131496',
  '141496',
  '151496',
  '161496',
  '191498',
]
const germanPrefixes = ['3023125', '6990009', '4066969', '2214710', '8999998']

const digits = (value: number, width: number) => String(value).padStart(width, '0')

/** So many contacts have phone numbers of their own. */
export const maximumContacts = 2_800_000

/** The exchange 555 belongs to nobody: first the lines 0100 to 0199, which are kept for stories, then the rest without 1212. */
function americanNumber(index: number, seed: number): string {
  const area = areaCodes[(index + seed * 7) % areaCodes.length]
  const turn = Math.floor(index / areaCodes.length)
  const line = turn + 100 >= 1212 ? turn + 101 : turn + 100
  return `+1${area}555${digits(line, 4)}`
}

/**
 * The phone number of contact `index` in E.164, or null for a web-chat contact. Unique below `maximumContacts`,
 * a RangeError from there on. Of each hundred, ninety-three are American, one each British, German, Mexican and Brazilian, and three have none.
 */
export function seedPhone(index: number, seed: number): { country: SeedCountry; e164: string | null } {
  if (index < 0 || index >= maximumContacts) throw new RangeError(`There are ${maximumContacts} practice contacts at most.`)
  const slot = (index * 37 + seed) % 100
  const turn = Math.floor(index / 100)
  switch (slot) {
    case 11:
    case 42:
    case 77:
      return { country: 'US', e164: null }
    case 23: {
      const prefix = britishPrefixes[turn % britishPrefixes.length]
      const line = Math.floor(turn / britishPrefixes.length)
      if (line < 1000) return { country: 'GB', e164: `+44${prefix}0${digits(line, 3)}` }
      break
    }
    case 51: {
      const prefix = germanPrefixes[turn % germanPrefixes.length]
      const line = Math.floor(turn / germanPrefixes.length)
      if (line < 1000) return { country: 'DE', e164: `+49${prefix}${digits(line, 3)}` }
      break
    }
    case 68:
      if (turn < 10_000) return { country: 'MX', e164: `+52555555${digits(turn, 4)}` }
      break
    case 90:
      if (turn < 10_000) return { country: 'BR', e164: `+551195555${digits(turn, 4)}` }
      break
  }
  return { country: 'US', e164: americanNumber(index, seed) }
}
