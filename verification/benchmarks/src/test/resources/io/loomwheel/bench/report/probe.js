// Put at the end of a copy of the report: writes what the browser made of it into the page.
(() => {
  const box = element => element.getBoundingClientRect();
  const overlap = (a, b) =>
      a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 3 && b.top < a.bottom - 3;
  const look = figure => {
    const chart = figure.querySelector('svg.chart');
    const texts = [...chart.querySelectorAll('text')].filter(text => text.textContent.trim());
    const collisions = [];
    texts.forEach((a, i) => texts.slice(i + 1).forEach(b => {
      if (overlap(box(a), box(b))) collisions.push(a.textContent + ' | ' + b.textContent);
    }));
    const frame = box(figure);
    const outside = texts.filter(text => box(text).left < frame.left || box(text).right > frame.right
        || box(text).bottom > frame.bottom).map(text => text.textContent);
    return {
      id: figure.id,
      chart: { width: box(chart).width, height: box(chart).height },
      rows: chart.querySelectorAll('.row').length,
      bars: [...chart.querySelectorAll('.bar')].map(bar => ({ width: box(bar).width, height: box(bar).height })),
      curves: [...chart.querySelectorAll('polyline')].map(curve => ({ width: box(curve).width, height: box(curve).height })),
      fills: [...chart.querySelectorAll('.bar')].map(bar => getComputedStyle(bar).fill),
      collisions, outside
    };
  };
  const promises = () => {
    const section = document.querySelector('section');
    return {
      rows: [...section.querySelectorAll('tbody tr')].map(row => ({ width: box(row).width, height: box(row).height })),
      cells: [...section.querySelectorAll('td')].filter(cell => cell.scrollWidth > cell.clientWidth + 1).length,
      bottom: box(section.querySelector('table')).bottom,
      next: box(document.querySelector('figure')).top
    };
  };
  const all = () => ({
    promises: promises(),
    figures: [...document.querySelectorAll('figure')].map(look),
    overflow: document.body.scrollWidth - document.body.clientWidth
  });
  const wide = all();
  document.body.style.width = '360px';
  const narrow = all();
  const result = document.createElement('pre');
  result.id = 'probe';
  result.textContent = JSON.stringify({ wide, narrow });
  document.body.append(result);
  console.info('probe is through');
})();
