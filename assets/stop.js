// A run that can be stopped. Updates that the server sent before it got the stop may still arrive:
// `rest` draws them as stopped too.
let halted = false;
function stop() {
  halted = true;
  trigger("stop");
  rest();
}
watch("value", () => rest());
