export default createCore;
