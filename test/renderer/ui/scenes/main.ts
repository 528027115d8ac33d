import { mount } from 'svelte'
import '../../../../src-renderer/styles/tokens.css'
import '../../../../src-renderer/styles/base.css'
import '../../../../src-renderer/styles/controls.css'
import '../../../../src-renderer/styles/tables.css'
import ComboboxScene from './ComboboxScene.svelte'
import DialogScene from './DialogScene.svelte'
import GridScene from './GridScene.svelte'
import RowsScene from './RowsScene.svelte'

const scenes = { combobox: ComboboxScene, dialog: DialogScene, grid: GridScene, rows: RowsScene }

const asked = new URL(location.href).searchParams
const name = asked.get('scene')
const target = document.getElementById('scene')
if (target === null || name === null || !(name in scenes)) throw new Error(`There is no scene "${name}".`)
mount(scenes[name as keyof typeof scenes], { target, props: { asked } })
