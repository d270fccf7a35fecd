export { default as Board } from "../dominoes/Board.svelte";
